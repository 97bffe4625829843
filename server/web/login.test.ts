import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#server/access/roles.ts'
import { codeOf } from './testing/authenticator-app.ts'
import { type LoginServer, testPassword as password, startLoginServer } from './testing/login-server.ts'

let server: LoginServer
beforeAll(async () => {
  server = await startLoginServer()
})
afterAll(async () => {
  await server.stop()
  expect(server.api.errors).toEqual([])
})
const rows = async (sql: string, values: unknown[] = []) => (await server.identity.pool.query(sql, values)).rows

const errorOf = async (response: Response) =>
  ((await response.json()) as { error: { code: string; message: string } }).error
const me = '/api/trpc/directory.me'

/** A member with an account, who has not logged in. */
const member = async (name: string, roles: readonly Role[] = ['operator']) => ({
  ...(await server.addMember(name, roles)),
  name,
})

async function loggedIn(email: string) {
  const browser = server.browser()
  const response = await browser.post('/api/auth/login', { email, password })
  expect(response.status).toBe(200)
  return browser
}

describe('a login', () => {
  it('gives the actor of the member, with the roles and groups of now (access 6; ASVS 7.2.1, 8.3.1)', async () => {
    const ana = await member('ana')
    const browser = server.browser()
    expect((await browser.get(me)).status).toBe(401)
    const response = await browser.post('/api/auth/login', { email: ' ANA@example.com', password })
    expect(await response.json()).toEqual({ secondFactor: false })
    const answer = (await (await browser.get(me)).json()) as { result: { data: object } }
    expect(answer.result.data).toMatchObject({ id: 'ana', mode: 'login', manager: false, admin: false, actingAs: null })
    await rows(`update member set roles = '{manager}' where user_id = $1`, [ana.userId])
    expect(JSON.stringify(await (await browser.get(me)).json())).toContain('"manager":true')
    await rows(`update member set status = 'disabled' where user_id = $1`, [ana.userId])
    expect((await browser.get(me)).status).toBe(401)
    const again = await server.browser().post('/api/auth/login', { email: ana.email, password })
    expect(await errorOf(again)).toMatchObject({ code: 'FORBIDDEN' })
    expect(again.headers.getSetCookie()).toEqual([])
  })

  it('does not act as another person, whatever the browser says (access 21; ASVS 8.3.1)', async () => {
    await member('ada')
    const browser = await loggedIn('ada@example.com')
    const answer = await browser.get(me, { 'heddle-act-as': 'ana' })
    expect(JSON.stringify(await answer.json())).toContain('"id":"ada"')
  })

  it('is throttled by account and by address, with the same answer for an unknown account (access 5; ASVS 6.3.1, 6.3.8, 16.3.1, 16.3.3)', async () => {
    const { email } = await member('ben')
    const failures = await Promise.all(
      [email, 'nobody@example.com', 'no address', `${'x'.repeat(200)}@example.com`].map(async (typed) => {
        const response = await server.browser().post('/api/auth/login', { email: typed, password: 'wrong password' })
        return { status: response.status, error: await errorOf(response) }
      }),
    )
    for (const failure of failures) expect(failure).toEqual(failures[0])
    expect(failures[0]).toMatchObject({ status: 401, error: { message: 'The mail address or the password is wrong.' } })
    const guesser = server.browser()
    for (let time = 0; time < 5; time += 1) await guesser.post('/api/auth/login', { email, password: 'wrong' })
    const sixth = await guesser.post('/api/auth/login', { email, password })
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
    // The account is open to its owner at another address.
    await loggedIn(email)
    const unknown = []
    for (let time = 0; time < 6; time += 1)
      unknown.push((await guesser.post('/api/auth/login', { email: 'zoe@example.com', password })).status)
    expect(unknown).toEqual([401, 401, 401, 401, 401, 429])
    const audit = await rows(`select distinct target from audit where action = 'session.login' and outcome = 'refused'`)
    expect(JSON.stringify(audit)).toContain('unknown account')
    expect(JSON.stringify(audit)).not.toContain('example.com')
  })

  it('takes the same work for an unknown account: one hash of the password (access 5; ASVS 6.3.8)', async () => {
    const { email } = await member('bob')
    const timed = async (typed: string) => {
      const startedAt = process.cpuUsage()
      await server.browser().post('/api/auth/login', { email: typed, password: 'wrong password' })
      const { user } = process.cpuUsage(startedAt)
      return user
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let time = 0; time < 5; time += 1) {
      known.push(await timed(email))
      unknown.push(await timed('nobody@example.com'))
    }
    const least = (times: number[]) => Math.min(...times)
    // One hash takes tens of milliseconds of processor time, and an answer without one takes few.
    expect(least(unknown)).toBeGreaterThan(least(known) / 2)
    expect(least(known)).toBeGreaterThan(least(unknown) / 2)
  })

  it('reads at most 16 kB, and judges passwords in one spelling (access 5; ASVS 6.2.1, 6.2.9)', async () => {
    const { email } = await member('cat')
    const huge = await server.browser().post('/api/auth/login', { email, password: 'x'.repeat(1_000_000) })
    expect(huge.status).toBe(413)
    const browser = await loggedIn(email)
    const change = async (newPassword: string, old = password) => {
      return browser.post(
        '/api/auth/password',
        { password: old, newPassword },
        { 'x-forwarded-for': server.newAddress() },
      )
    }
    for (const bad of ['elevenchars', 'x'.repeat(129), '123456789012', 'Ｅlevenchars'])
      expect(await errorOf(await change(bad))).toMatchObject({ code: 'INVALID_INPUT' })
    expect(await errorOf(await change('another good one', 'wrong'))).toMatchObject({
      message: 'The password is wrong.',
    })
    // Composed and full-width letters are the same password.
    expect((await change('cafe\u0301 ｃｒｅｍｅ 12')).status).toBe(200)
    const spelled = await server.browser().post('/api/auth/login', { email, password: 'café creme 12' })
    expect(spelled.status).toBe(200)
    expect((await server.browser().post('/api/auth/login', { email, password: 'caFé creme 12' })).status).toBe(401)
    expect((await change('x'.repeat(128), 'café creme 12')).status).toBe(200)
  })
})

describe('a password', () => {
  it('stays good for as long as its account keeps it (access 5; ASVS 6.2.10)', async () => {
    const { email, userId } = await member('old')
    const past = `now() - interval '20 years'`
    await rows(`update account set "createdAt" = ${past}, "updatedAt" = ${past} where "userId" = $1`, [userId])
    expect((await server.browser().post('/api/auth/login', { email, password })).status).toBe(200)
  })
})

describe('a session', () => {
  it('has a cookie that scripts and other sites cannot use (access 6; ASVS 3.3.1, 3.3.2, 3.3.4, 7.2.3)', async () => {
    const { email } = await member('dan')
    const response = await server.browser().post('/api/auth/login', { email, password })
    const [cookie, ...more] = response.headers.getSetCookie()
    expect(more).toEqual([])
    expect(cookie).toMatch(/^heddle=[\w-]{43}\.[\w%]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/)
    // No script of a page reads the token in the body either.
    expect(await response.text()).toBe('{"secondFactor":false}')
  })

  it('gets a new id at each login and with a new password, and the old one is dead (access 6; ASVS 6.2.2, 6.2.3, 7.2.2, 7.2.4, 7.4.3)', async () => {
    const { email } = await member('eve')
    const other = await loggedIn(email)
    const browser = await loggedIn(email)
    const cookieOf = () => ({ cookie: `heddle=${browser.cookies.get('heddle')}` })
    const first = cookieOf()
    await browser.post('/api/auth/login', { email, password })
    const second = cookieOf()
    expect(second).not.toEqual(first)
    expect((await server.browser().get(me, first)).status).toBe(401)
    expect((await other.get(me)).status).toBe(200)
    await browser.post('/api/auth/password', { password, newPassword: 'another good one' })
    expect(cookieOf()).not.toEqual(second)
    expect((await server.browser().get(me, second)).status).toBe(401)
    expect((await browser.get(me)).status).toBe(200)
    expect((await other.get(me)).status).toBe(401)
  })

  it('ends when it idles for eight hours, and after seven days at most (access 6; ASVS 7.3.1, 7.3.2)', async () => {
    const { email, userId } = await member('fay')
    const browser = await loggedIn(email)
    const since = (column: string, ago: string) =>
      rows(`update session set "${column}" = now() - $2::interval where "userId" = $1`, [userId, ago])
    await since('updatedAt', '7 hours 59 minutes')
    expect((await browser.get(me)).status).toBe(200)
    // That was a use.
    expect(
      await rows(`select from session where "userId" = $1 and "updatedAt" > now() - interval '1 minute'`, [userId]),
    ).toHaveLength(1)
    await since('updatedAt', '8 hours')
    expect((await browser.get(me)).status).toBe(401)
    const again = await loggedIn(email)
    const [{ days }] = await rows(
      `select extract(epoch from max("expiresAt" - "createdAt")) / 86400 as days from session where "userId" = $1`,
      [userId],
    )
    expect(Number(days)).toBeCloseTo(7, 3)
    await since('expiresAt', '0')
    expect((await again.get(me)).status).toBe(401)
  })

  it('is listed and ended by its account alone, one or all (access 6; ASVS 7.4.1, 7.4.4, 7.5.2, 16.3.1)', async () => {
    const [{ email }, stranger] = [await member('gus'), await member('gil')]
    const [one, two] = [await loggedIn(email), await loggedIn(email)]
    const foreign = await loggedIn(stranger.email)
    const list = async () =>
      ((await (await one.get('/api/auth/sessions')).json()) as { sessions: { id: string; isCurrent: boolean }[] })
        .sessions
    const [current, other] = await list()
    expect(current).toMatchObject({ isCurrent: true, address: one.address, device: 'node' })
    expect((await foreign.post('/api/auth/sessions/end', { id: other?.id })).status).toBe(404)
    expect((await two.get(me)).status).toBe(200)
    expect((await one.post('/api/auth/sessions/end', { id: other?.id })).status).toBe(200)
    expect((await two.get(me)).status).toBe(401)
    expect(await list()).toHaveLength(1)
    expect(await (await one.post('/api/auth/sessions/end-all')).json()).toEqual({ ended: 1 })
    expect(one.cookies.size).toBe(0)
    expect((await foreign.get(me)).status).toBe(200)
    await foreign.post('/api/auth/logout')
    expect(foreign.cookies.size).toBe(0)
    const actions = await rows(`select action from audit where actor_id in ('gus', 'gil') order by id`)
    expect(actions.map(({ action }) => action)).toEqual([
      ...['session.login', 'session.login', 'session.login'],
      ...['session.end', 'session.end_all', 'session.logout'],
    ])
  })

  it('is needed with its signature, and lies in no answer (access 6; ASVS 7.2.1)', async () => {
    const { email } = await member('hal')
    const browser = await loggedIn(email)
    const cookie = browser.cookies.get('heddle') ?? ''
    for (const bad of [
      cookie.slice(0, 43),
      `${cookie.slice(0, 43)}.`,
      `${cookie}A`,
      `${cookie.startsWith('x') ? 'y' : 'x'}${cookie.slice(1)}`,
      '%',
      randomUUID(),
    ])
      expect((await server.browser().get(me, { cookie: `heddle=${bad}` })).status).toBe(401)
    for (const path of ['/api/auth/sessions', '/api/auth/session', me])
      expect(await (await browser.get(path)).text()).not.toContain(cookie.slice(0, 43))
  })
})

describe('a second factor', () => {
  it('is asked for at each login, takes a code once, and gives new ids (access 6; ASVS 2.3.1, 6.3.3, 6.5.1, 6.5.2, 6.5.3, 6.5.4, 7.2.4)', async () => {
    const { email, userId } = await member('ida')
    const [browser, elsewhere] = [await loggedIn(email), await loggedIn(email)]
    const before = browser.cookies.get('heddle')
    expect((await browser.post('/api/auth/second-factor/start', { password: 'wrong' })).status).toBe(422)
    const start = async () => {
      const started = await browser.post('/api/auth/second-factor/start', { password })
      return (await started.json()) as { uri: string; backupCodes: string[] }
    }
    const earlier = await start()
    const { uri, backupCodes } = await start()
    expect(uri).toMatch(/^otpauth:\/\/totp\/Heddle:ida/)
    expect(backupCodes).toHaveLength(10)
    // Ten letters of 62, each code another one, and a seed of 160 bits; all of them new with each start.
    expect(new Set([...backupCodes, ...earlier.backupCodes]).size).toBe(20)
    for (const code of backupCodes) expect(code).toMatch(/^[A-Za-z0-9]{5}-[A-Za-z0-9]{5}$/)
    const seedOf = (text: string) => new URL(text).searchParams.get('secret') ?? ''
    expect(seedOf(uri).length).toBeGreaterThanOrEqual(32)
    expect(seedOf(uri)).not.toBe(seedOf(earlier.uri))
    expect((await browser.post('/api/auth/second-factor/confirm', { code: '000000' })).status).toBe(422)
    const first = await codeOf(uri)
    expect((await browser.post('/api/auth/second-factor/confirm', { code: first })).status).toBe(200)
    expect(browser.cookies.get('heddle')).not.toBe(before)
    expect((await browser.get(me)).status).toBe(200)
    // The password alone began that one.
    expect((await elsewhere.get(me)).status).toBe(401)

    const next = server.browser()
    const challenge = async () => {
      const from = { 'x-forwarded-for': server.newAddress() }
      const response = await next.post('/api/auth/login', { email, password }, from)
      expect(await response.json()).toEqual({ secondFactor: true })
      expect(next.cookies.has('heddle')).toBe(false)
      expect((await next.get(me)).status).toBe(401)
    }
    await challenge()
    expect((await next.post('/api/auth/login/code', { code: '000000' })).status).toBe(422)
    // The code that turned it on is used up, too.
    expect((await next.post('/api/auth/login/code', { code: first })).status).toBe(422)
    await rows('delete from used_code where user_id = $1', [userId])
    await challenge()
    const code = await codeOf(uri)
    expect((await next.post('/api/auth/login/code', { code })).status).toBe(200)
    expect((await next.get(me)).status).toBe(200)
    await next.post('/api/auth/logout')
    // Seen over the shoulder: the same code is not good twice.
    await challenge()
    expect((await next.post('/api/auth/login/code', { code })).status).toBe(422)
    expect(next.cookies.has('heddle')).toBe(false)
    await challenge()
    expect((await next.post('/api/auth/login/backup-code', { code: backupCodes[0] })).status).toBe(200)
    await next.post('/api/auth/logout')
    await challenge()
    expect((await next.post('/api/auth/login/backup-code', { code: backupCodes[0] })).status).toBe(422)
    const [stored] = await rows('select * from two_factor where "userId" = $1', [userId])
    expect(JSON.stringify(stored)).not.toContain(backupCodes[1])
  })
})

describe('a request of another site (access 7; ASVS 3.5.1, 3.5.2, 3.5.3, 7.6.2)', () => {
  const paths = [
    ...[
      'setup',
      'reset',
      'login',
      'login/code',
      'login/backup-code',
      'logout',
      'confirm',
      'password',
      'sessions/end',
      'sessions/end-all',
    ],
    ...['start', 'confirm', 'remove', 'backup-codes'].map((path) => `second-factor/${path}`),
  ].map((path) => `/api/auth/${path}`)

  it.each(paths)('changes nothing at %s', async (path) => {
    const { email } = await member(`csrf${paths.indexOf(path)}`)
    const browser = await loggedIn(email)
    const hostile: Record<string, string>[] = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: server.url.replace('http:', 'https:') },
      { origin: 'http://127.0.0.1:1' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of hostile)
      expect((await browser.post(path, {}, headers)).status, JSON.stringify(headers)).toBe(403)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])
      expect((await browser.post(path, '{}', { 'content-type': type })).status).toBe(415)
    expect((await browser.get(path)).status).toBe(404)
    expect((await browser.get(me)).status).toBe(200)
  })

  it('finds nothing of the library behind the login (access 7; ASVS 6.3.4, 13.4.5, 15.2.3)', async () => {
    for (const path of [
      'sign-up/email',
      'sign-in/email',
      'get-session',
      'list-sessions',
      'update-user',
      'delete-user',
      'ok',
      'error',
    ])
      for (const send of ['get', 'post'] as const)
        expect((await server.browser()[send](`/api/auth/${path}`)).status).toBe(404)
  })
})

describe('a page without a session', () => {
  it('leads to the login and back to itself, and to nothing else (access 9; ASVS 3.7.2)', async () => {
    const browser = server.browser()
    const leads = async (path: string) => {
      const { status, headers } = await browser.get(path)
      return { status, to: headers.get('location') }
    }
    expect(await leads('/')).toEqual({ status: 302, to: '/login' })
    expect(await leads('/runs?status=failed&q=a%26b&_rsc=1')).toEqual({
      status: 302,
      to: '/login?to=%2Fruns%3Fstatus%3Dfailed%26q%3Da%2526b',
    })
    expect(await leads('//evil.example')).toEqual({ status: 400, to: null })
    for (const path of ['/login', '/setup', '/_next/static/x.js', '/icon.svg'])
      expect((await leads(path)).status).toBe(200)
    await member('jo')
    const inside = await loggedIn('jo@example.com')
    expect(await (await inside.get('/runs')).text()).toBe('<page>')
  })
})

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownProvider } from '../api/owners/foreign-owner.ts'
import { codeOf } from './testing/authenticator-app.ts'
import { type Browser, type LoginServer, testPassword as password, startLoginServer } from './testing/login-server.ts'

let server: LoginServer
beforeAll(async () => {
  server = await startLoginServer()
})
afterAll(async () => {
  await server.stop()
  expect(server.api.errors).toEqual([])
})
const sql = async (text: string, values: unknown[] = []) => (await server.identity.pool.query(text, values)).rows
/** Each attempt comes from another address: attempts are counted. */
const confirm = (browser: Browser, body: object) =>
  browser.post('/api/auth/confirm', body, { 'x-forwarded-for': server.newAddress() })
const codeOfCall = async (browser: Browser, path: string, input: object = {}) => {
  const answer = (await (await browser.post(`/api/trpc/${path}`, input)).json()) as {
    error?: { data: { apiCode: string } }
  }
  return answer.error?.data.apiCode ?? 'done'
}

async function withOldLogin(name: string) {
  const { email, userId } = await server.addMember(name, ['admin'])
  const browser = server.browser()
  await browser.post('/api/auth/login', { email, password })
  const age = () =>
    sql(
      `update session set "createdAt" = now() - interval '11 minutes', "confirmedAt" = "confirmedAt" - interval '11 minutes'
       where "userId" = $1`,
      [userId],
    )
  await age()
  return { browser, userId, age }
}

/** One change of each kind of access. */
const changes = {
  'keys.create': { name: 'ci', permissions: ['run.read'] },
  'services.create': { id: 'bot', name: 'Bot', roles: [] },
  'secrets.create': { name: 'TOKEN', value: 'a value', origins: ['functions'], workflows: [] },
  'secrets.replace': { name: 'TOKEN', value: 'another value' },
  'secrets.change': { name: 'TOKEN', origins: ['https://a.example'], workflows: [] },
  'connections.create': {
    name: 'crm',
    kind: 'http_bearer',
    settings: { origin: 'https://a.example' },
    secrets: { token: 'a value' },
    workflows: [],
  },
  'connections.change': { name: 'crm', settings: { origin: 'https://a.example' }, workflows: [] },
  'connections.remove': { name: 'crm' },
  'secrets.remove': { name: 'TOKEN' },
  'services.change': { id: 'bot', name: 'Robot', roles: [] },
  'services.remove': { id: 'bot' },
  'invites.create': { roles: ['viewer'] },
  'loginProvider.save': ownProvider('Acme'),
  'mappings.save': { provider: '*', claim: 'staff', kind: 'role', target: 'viewer' },
} as const

describe('a login that is older than ten minutes', () => {
  it('changes no keys, secrets or members until it is confirmed (access 6; ASVS 7.5.1, 7.5.3)', async () => {
    const { browser } = await withOldLogin('ada')
    for (const [path, input] of Object.entries(changes))
      expect([path, await codeOfCall(browser, path, input)]).toEqual([path, 'LOGIN_TOO_OLD'])
    expect((await confirm(browser, { password })).status).toBe(200)
    for (const [path, input] of Object.entries(changes))
      expect([path, await codeOfCall(browser, path, input)]).toEqual([path, 'done'])
  })

  it('is confirmed by the password: the session keeps its end and gets a new token (access 6; ASVS 7.2.4, 7.5.1)', async () => {
    const { browser, userId } = await withOldLogin('ben')
    const [before] = await sql('select "id", "expiresAt", "chosenOwner" from session where "userId" = $1', [userId])
    const old = { cookie: `heddle=${browser.cookies.get('heddle')}` }
    const wrong = await confirm(browser, { password: 'another password' })
    expect(await wrong.json()).toMatchObject({ error: { code: 'INVALID_INPUT', field: 'password' } })
    expect(await codeOfCall(browser, 'keys.create', changes['keys.create'])).toBe('LOGIN_TOO_OLD')
    const right = await confirm(browser, { password })
    expect(right.headers.getSetCookie()[0]).toMatch(
      /^heddle=[\w-]{43}\.[\w%]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    expect(await sql('select "id", "expiresAt", "chosenOwner" from session where "userId" = $1', [userId])).toEqual([
      before,
    ])
    expect((await server.browser().get('/api/trpc/directory.me', old)).status).toBe(401)
    expect(await codeOfCall(browser, 'keys.create', changes['keys.create'])).toBe('done')
    const rows = await sql(
      `select outcome from audit where action = 'session.confirm' and actor_id = 'ben' order by id`,
    )
    expect(rows).toEqual([{ outcome: 'refused' }, { outcome: 'done' }])
    expect((await confirm(server.browser(), { password })).status).toBe(401)
  })

  it('is confirmed by the second factor, too, where it is on (access 6; ASVS 6.3.3, 7.5.3)', async () => {
    const { browser, userId, age } = await withOldLogin('cleo')
    const started = await browser.post('/api/auth/second-factor/start', { password })
    const { uri, backupCodes } = (await started.json()) as { uri: string; backupCodes: string[] }
    const first = await codeOf(uri)
    await browser.post('/api/auth/second-factor/confirm', { code: first })
    await age()
    for (const code of [undefined, '', '000000', first, 'aaaaa-bbbbb']) {
      const refused = await confirm(browser, { password, code })
      expect(await refused.json()).toMatchObject({ error: { field: 'code' } })
    }
    expect(await codeOfCall(browser, 'keys.create', changes['keys.create'])).toBe('LOGIN_TOO_OLD')
    await sql('delete from used_code where user_id = $1', [userId])
    expect((await confirm(browser, { password, code: await codeOf(uri) })).status).toBe(200)
    expect(await codeOfCall(browser, 'keys.create', changes['keys.create'])).toBe('done')
    await age()
    expect((await confirm(browser, { password, code: backupCodes[0] })).status).toBe(200)
    expect((await confirm(browser, { password, code: backupCodes[0] })).status).toBe(422)
  })

  it('is confirmed by no password alone where the second factor is on: nothing that turns it off either (access 6; ASVS 6.3.3, 6.4.4)', async () => {
    const { browser, userId } = await withOldLogin('eda')
    const started = await browser.post('/api/auth/second-factor/start', { password })
    const { uri, backupCodes } = (await started.json()) as { uri: string; backupCodes: string[] }
    await browser.post('/api/auth/second-factor/confirm', { code: await codeOf(uri) })
    const post = (path: string, body: object) =>
      browser.post(`/api/auth/${path}`, body, { 'x-forwarded-for': server.newAddress() })
    const newPassword = 'another good password'
    const paths = { password: { newPassword }, 'second-factor/backup-codes': {}, 'second-factor/remove': {} }
    for (const [path, more] of Object.entries(paths))
      for (const code of [undefined, '', '000000', 'aaaaa-bbbbb']) {
        const refused = await post(path, { password, code, ...more })
        expect([path, await refused.json()]).toMatchObject([path, { error: { field: 'code' } }])
      }
    const wrong = await post('second-factor/remove', { password: 'another password', code: backupCodes[0] })
    expect(await wrong.json()).toMatchObject({ error: { field: 'password' } })
    // The code beside a wrong password is not used up.
    expect((await post('password', { password, code: backupCodes[0], newPassword })).status).toBe(200)
    const renewed = await post('second-factor/backup-codes', { password: newPassword, code: backupCodes[1] })
    const { backupCodes: codes } = (await renewed.json()) as { backupCodes: string[] }
    expect(codes).toHaveLength(10)
    await sql('delete from used_code where user_id = $1', [userId])
    const off = await post('second-factor/remove', { password: newPassword, code: await codeOf(uri) })
    expect(off.status).toBe(200)
    expect(await (await browser.get('/api/auth/session')).json()).toMatchObject({ session: { secondFactor: false } })
  })

  it('of an account without a password is not confirmed here: its provider asks (access 6; ASVS 7.5.1)', async () => {
    const { browser, userId } = await withOldLogin('dan')
    await sql(`update account set "providerId" = 'oidc', "password" = null where "userId" = $1`, [userId])
    expect(await (await browser.get('/api/auth/session')).json()).toMatchObject({ session: { password: false } })
    expect((await confirm(browser, { password })).status).toBe(409)
  })
})

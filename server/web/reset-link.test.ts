import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeResetLink } from '../identity/reset-password.ts'
import { codeOf } from './testing/authenticator-app.ts'
import { type LoginServer, testPassword as password, startLoginServer } from './testing/login-server.ts'

const newPassword = 'wholly other words'
const me = '/api/trpc/directory.me'
let server: LoginServer
beforeAll(async () => {
  server = await startLoginServer()
})
afterAll(async () => {
  await server.stop()
  expect(server.api.errors).toEqual([])
})
const sql = async (text: string, values: unknown[] = []) => (await server.identity.pool.query(text, values)).rows

/** The link as `heddle admin reset-link` prints it, taken apart. */
async function linkFor(email: string) {
  const link = await makeResetLink(server.identity.pool, server.url, email)
  const parts = new URLSearchParams(new URL(link ?? '').hash.slice(1))
  return { account: parts.get('a') ?? '', token: parts.get('t') ?? '' }
}
const reset = (body: object) => server.browser().post('/api/auth/reset', { password: newPassword, ...body })
const logIn = (email: string, typed: string) => server.browser().post('/api/auth/login', { email, password: typed })

describe('a link for a new password', () => {
  it('sets it once, ends every session, and is audited (access 4; ASVS 6.4.1, 6.4.4, 7.4.3, 11.4.1)', async () => {
    const { email, userId } = await server.addMember('ana', ['admin'])
    const browser = server.browser()
    await browser.post('/api/auth/login', { email, password })
    const link = await linkFor(' ANA@example.com')
    expect(await sql('select purpose, hash from login_link')).toEqual([
      { purpose: `reset:${userId}`, hash: createHash('sha256').update(link.token).digest('hex') },
    ])
    expect((await reset({ ...link, password: 'short' })).status).toBe(422)
    const used = await Promise.all([reset(link), reset(link)])
    expect(used.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect((await browser.get(me)).status).toBe(401)
    expect((await logIn(email, password)).status).toBe(401)
    expect((await logIn(email, newPassword)).status).toBe(200)
    expect((await reset(link)).status).toBe(403)
    const rows = await sql(
      `select action, actor_id as by, outcome from audit where action like 'account.reset%' and target = $1 order by id`,
      [userId],
    )
    expect(rows.slice(0, 2)).toEqual([
      { action: 'account.reset_link', by: 'operator', outcome: 'done' },
      { action: 'account.reset', by: 'unknown', outcome: 'done' },
    ])
  })

  it('ends after an hour, after five tries, and with the next one (access 4; ASVS 6.4.1, 6.3.1)', async () => {
    const { email } = await server.addMember('ben', ['viewer'])
    const [first, second] = [await linkFor(email), await linkFor(email)]
    expect((await reset(first)).status).toBe(403)
    for (let time = 0; time < 4; time += 1) await reset({ ...second, token: `wrong${time}` })
    expect((await reset(second)).status).toBe(403)
    const late = await linkFor(email)
    await sql(`update login_link set expires_at = now() - interval '1 second'`)
    expect((await reset(late)).status).toBe(403)
    const other = await server.addMember('eve', ['viewer'])
    expect((await reset({ ...(await linkFor(email)), account: other.userId })).status).toBe(403)
    expect(await makeResetLink(server.identity.pool, server.url, 'nobody@example.com')).toBeNull()
  })

  it('does not get around the second factor (access 4; ASVS 6.4.3)', async () => {
    const { email } = await server.addMember('cleo', ['viewer'])
    const browser = server.browser()
    await browser.post('/api/auth/login', { email, password })
    const started = await browser.post('/api/auth/second-factor/start', { password })
    const { uri } = (await started.json()) as { uri: string }
    await browser.post('/api/auth/second-factor/confirm', { code: await codeOf(uri) })
    expect((await reset(await linkFor(email))).status).toBe(200)
    expect(await (await logIn(email, newPassword)).json()).toEqual({ secondFactor: true })
  })

  it('gives an account of an identity provider a password, too', async () => {
    const { email, userId } = await server.addMember('dan', ['viewer'])
    await sql(`update account set "providerId" = 'oidc', "password" = null where "userId" = $1`, [userId])
    expect((await logIn(email, newPassword)).status).toBe(401)
    expect((await reset(await linkFor(email))).status).toBe(200)
    expect((await logIn(email, newPassword)).status).toBe(200)
  })
})

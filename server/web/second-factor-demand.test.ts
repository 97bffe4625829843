import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

async function loggedIn(name: string, roles: readonly ('admin' | 'operator')[]) {
  const { email, userId } = await server.addMember(name, roles)
  const browser = server.browser()
  await browser.post('/api/auth/login', { email, password })
  return { browser, userId }
}
/** Turns the second factor on; its backup codes. */
async function setUpAll(browser: Browser): Promise<readonly string[]> {
  const started = await browser.post('/api/auth/second-factor/start', { password })
  const { uri, backupCodes } = (await started.json()) as { uri: string; backupCodes: string[] }
  expect((await browser.post('/api/auth/second-factor/confirm', { code: await codeOf(uri) })).status).toBe(200)
  return backupCodes
}
const setUp = async (browser: Browser) => (await setUpAll(browser))[0] ?? ''
/** Each attempt comes from another address: attempts are counted. */
const from = () => ({ 'x-forwarded-for': server.newAddress() })
const confirm = (browser: Browser, body: object) => browser.post('/api/auth/confirm', { password, ...body }, from())
const demand = async (browser: Browser, isDemanded: boolean) => {
  const answer = await browser.post('/api/trpc/members.demandSecondFactor', { isDemanded })
  return JSON.stringify(await answer.json())
}
const runs = async (browser: Browser) => {
  const answer = await browser.get('/v1/workflow-runs')
  return answer.ok ? 'answered' : ((await answer.json()) as { error: { code: string } }).error.code
}

describe('a second factor that the owner demands', () => {
  it('is set up before anything else is answered; who has one goes on (access 6; ASVS 6.3.3, 6.3.4)', async () => {
    const { browser: ada } = await loggedIn('ada', ['admin'])
    const { browser: ben, userId } = await loggedIn('ben', ['operator'])
    expect(await demand(ben, true)).toContain('FORBIDDEN')
    expect(await demand(ada, true)).toContain('Turn on your own second factor first')
    await setUp(ada)
    expect(await demand(ada, true)).toContain('"isDemanded":true')
    expect(await runs(ada)).toBe('answered')
    for (const path of ['directory.me', 'runs.list?input=%7B%7D', 'owners.mine']) {
      const answer = await ben.get(`/api/trpc/${path}`)
      expect([path, answer.status]).toEqual([path, 403])
      expect(await answer.text()).toContain('SECOND_FACTOR_NEEDED')
    }
    expect(await runs(ben)).toBe('SECOND_FACTOR_NEEDED')
    expect((await ben.post('/v1/workflows/run?name=x', { input: {} })).status).toBe(403)
    const code = await setUp(ben)
    expect(await runs(ben)).toBe('answered')
    // Another session of the account that knows the password alone is asked for the code.
    await ben.post('/api/auth/second-factor/remove', { password, code })
    expect(await runs(ben)).toBe('SECOND_FACTOR_NEEDED')
    // A login at an identity provider counts where the provider says that it has asked for a second factor.
    await sql(`update session set "provider" = 'https://id.example' where "userId" = $1`, [userId])
    expect(await runs(ben)).toBe('SECOND_FACTOR_NEEDED')
    await sql(`update session set "secondFactorProven" = true where "userId" = $1`, [userId])
    expect(await runs(ben)).toBe('answered')
    await sql(`update session set "provider" = null, "secondFactorProven" = false where "userId" = $1`, [userId])
    expect(await runs(ben)).toBe('SECOND_FACTOR_NEEDED')
    expect(await demand(ada, false)).toContain('"isDemanded":false')
    expect(await runs(ben)).toBe('answered')
    const rows = await sql(
      `select outcome from audit where action = 'member.demand_second_factor' and outcome = 'done'`,
    )
    expect(rows.map(({ outcome }) => outcome)).toEqual(['done', 'done'])
    expect(await sql(`select from session where "userId" = $1`, [userId])).toHaveLength(1)
  })

  it('holds for an administrator of the installation who enters, too (access 6; ASVS 6.3.3, 8.4.2)', async () => {
    const { browser: root, userId } = await loggedIn('root', ['admin'])
    await sql(`update "user" set "isInstallationAdmin" = true where "id" = $1`, [userId])
    await sql(`insert into "owner" (id, name, second_factor_demanded) values ('strict', 'Strict', true)`)
    await root.post('/api/trpc/owners.enter', { ownerId: 'strict', reason: 'A stuck run' })
    expect(await runs(root)).toBe('SECOND_FACTOR_NEEDED')
    expect((await root.get('/api/trpc/owners.list')).status).toBe(403)
    await setUp(root)
    // The new session begins where the account is a member; it enters once more.
    await root.post('/api/trpc/owners.enter', { ownerId: 'strict', reason: 'A stuck run' })
    expect(await runs(root)).toBe('answered')
  })
  it('is met by the session that has shown it alone, not by its account (access 6; ASVS 6.3.3, 7.2.4)', async () => {
    const { browser: kay, userId } = await loggedIn('kay', ['operator'])
    const codes = await setUpAll(kay)
    await sql(`update "owner" set second_factor_demanded = true where id = 'local'`)
    expect(await runs(kay)).toBe('answered')
    // A login by the password alone, as one by an identity provider without a second factor would be.
    await sql(`update session set "secondFactorAt" = null where "userId" = $1`, [userId])
    expect(await runs(kay)).toBe('SECOND_FACTOR_NEEDED')
    const shown = async () => (await (await kay.get('/api/auth/session')).json()).session
    expect(await shown()).toMatchObject({ secondFactor: true, secondFactorShown: false })
    // Its confirmation asks for the code, and is good for this session.
    expect((await confirm(kay, {})).status).toBe(422)
    expect(await runs(kay)).toBe('SECOND_FACTOR_NEEDED')
    expect((await confirm(kay, { code: codes[0] })).status).toBe(200)
    expect(await runs(kay)).toBe('answered')
    expect(await shown()).toMatchObject({ secondFactorShown: true })
    // A login with a code has shown it from its beginning, and so has the session after a change of the password.
    const again = server.browser()
    await again.post('/api/auth/login', { email: 'kay@example.com', password })
    expect((await again.post('/api/auth/login/backup-code', { code: codes[1] })).status).toBe(200)
    expect(await runs(again)).toBe('answered')
    const newPassword = 'another good password'
    const change = { password, code: codes[2], newPassword }
    expect((await again.post('/api/auth/password', change, from())).status).toBe(200)
    expect(await runs(again)).toBe('answered')
    expect((await kay.get('/api/trpc/directory.me')).status).toBe(401)
    await again.post('/api/auth/second-factor/remove', { password: newPassword, code: codes[3] }, from())
    expect(await runs(again)).toBe('SECOND_FACTOR_NEEDED')
    await sql(`update "owner" set second_factor_demanded = false where id = 'local'`)
  })
})

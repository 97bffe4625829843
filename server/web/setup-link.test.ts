import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type LoginServer, startLoginServer } from './testing/login-server.ts'

const password = 'correct horse battery'
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

describe('the setup link', () => {
  const account = { name: 'Root', email: 'root@example.com', password }
  const use = (token: string, more = {}) => server.browser().post('/api/auth/setup', { ...account, token, ...more })

  it('is stored as a hash, and a new one replaces it (access 4; ASVS 6.4.1, 11.4.1)', async () => {
    const first = await server.setupToken()
    const second = await server.setupToken()
    expect(second).toMatch(/^[\w-]{43}$/)
    const links = await rows('select * from login_link')
    expect(links).toMatchObject([
      { purpose: 'setup', hash: createHash('sha256').update(second).digest('hex'), tries: 0 },
    ])
    expect(await errorOf(await use(first))).toMatchObject({ code: 'FORBIDDEN' })
  })

  it('ends after five tries and after an hour (access 4; ASVS 6.4.1, 6.3.1)', async () => {
    const token = await server.setupToken()
    for (let time = 0; time < 5; time += 1) expect((await use(`wrong${time}`)).status).toBe(403)
    expect(await errorOf(await use(token))).toMatchObject({ code: 'FORBIDDEN' })
    const late = await server.setupToken()
    await rows(`update login_link set expires_at = now() - interval '1 second'`)
    expect((await use(late)).status).toBe(403)
    expect(await rows('select from "user"')).toEqual([])
  })

  it('is throttled by address (access 4; ASVS 6.3.1)', async () => {
    const guesser = server.browser()
    const guess = () => guesser.post('/api/auth/setup', { ...account, token: 'wrong' })
    for (let time = 0; time < 5; time += 1) expect((await guess()).status).toBe(403)
    const sixth = await guess()
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('keeps its validity through a bad password, and makes one administrator of a hundred at once (access 4, 18; ASVS 2.3.3, 6.3.1, 6.3.2, 15.4.2)', async () => {
    const token = await server.setupToken()
    expect(await errorOf(await use(token, { password: 'short' }))).toMatchObject({ code: 'INVALID_INPUT' })
    // Heddle comes without any account, and this is the first.
    expect(await rows('select from "user"')).toEqual([])
    const racers = Array.from({ length: 100 }, (_, at) => use(token, { email: `racer${at}@example.com` }))
    const answers = await Promise.all(racers)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(99).fill(403)])
    expect(await rows('select "isInstallationAdmin" as admin from "user"')).toEqual([{ admin: true }])
    expect(await rows('select owner_id, roles, status from member')).toEqual([
      { owner_id: 'local', roles: ['admin'], status: 'active' },
    ])
    expect((await use(token)).status).toBe(403)
    expect(await server.setupToken()).toBe('')
    expect(await rows('select from login_link')).toEqual([])
    const audit = await rows(
      `select outcome, count(*)::int as n from audit where action = 'setup.use' group by 1 order by 1`,
    )
    expect(audit).toEqual([
      { outcome: 'done', n: 1 },
      { outcome: 'refused', n: expect.any(Number) },
    ])
    // No token and no password lies in what Heddle keeps.
    expect(JSON.stringify(await rows('select * from audit'))).not.toContain(token)
  })
})

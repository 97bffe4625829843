import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Browser, LoginServer } from './testing/login-server.ts'
import { startLoginServer } from './testing/login-server.ts'

/** Members, invitations and owners over HTTP, with accounts and sessions as they are. */
const password = 'correct horse battery'
let server: LoginServer
let root: Browser
beforeAll(async () => {
  server = await startLoginServer()
  await server.browser().post('/api/auth/setup', {
    name: 'Root',
    email: 'root@example.com',
    password,
    token: await server.setupToken(),
  })
  root = await loggedIn('root@example.com')
})
afterAll(async () => {
  await server.stop()
  expect(server.api.errors).toEqual([])
})

async function loggedIn(email: string): Promise<Browser> {
  const browser = server.browser()
  expect((await browser.post('/api/auth/login', { email, password })).status).toBe(200)
  return browser
}

interface Answer {
  readonly result?: { readonly data: Record<string, unknown> }
  readonly error?: { readonly message: string }
}
const call = async (browser: Browser, path: string, input: unknown = {}): Promise<Answer> =>
  (await (await browser.post(`/api/trpc/${path}`, input)).json()) as Answer
const me = async (browser: Browser): Promise<Answer> =>
  (await (await browser.get('/api/trpc/directory.me')).json()) as Answer
const messageOf = async (answer: Promise<Answer>) => (await answer).error?.message
const tokenOf = ({ result }: Answer) => String(result?.data.token)

describe('a member', () => {
  it('joins by an invitation, and loses everything at once (access 12; ASVS 7.4.2, 8.3.2)', async () => {
    const token = tokenOf(await call(root, 'invites.create', { roles: ['viewer'], email: 'ana@example.com' }))
    const stranger = server.browser()
    expect((await call(stranger, 'invites.show', { token })).result?.data).toMatchObject({
      owner: 'Local',
      email: 'ana@example.com',
      login: null,
    })
    const account = { name: 'Ana', email: 'ana@example.com', password }
    expect(
      await messageOf(call(stranger, 'invites.accept', { token, account: { ...account, password: 'short' } })),
    ).toMatch(/12/)
    expect((await call(stranger, 'invites.accept', { token, account })).result?.data).toMatchObject({ personId: 'ana' })
    const ana = await loggedIn('ana@example.com')
    expect((await me(ana)).result?.data).toMatchObject({ id: 'ana', admin: false })
    await call(root, 'members.setRoles', { personId: 'ana', roles: ['admin'] })
    // The session has ended with the roles of before.
    expect(await messageOf(me(ana))).toBe('Not signed in.')
    const again = await loggedIn('ana@example.com')
    expect((await me(again)).result?.data).toMatchObject({ admin: true })
    await call(root, 'members.disable', { personId: 'ana' })
    expect(await messageOf(me(again))).toBe('Not signed in.')
    expect((await server.browser().post('/api/auth/login', { email: 'ana@example.com', password })).status).toBe(403)
  })

  it('cannot be guessed into: attempts at tokens are counted by address (access 12; ASVS 6.3.1)', async () => {
    const stranger = server.browser()
    const said: (string | undefined)[] = []
    for (let at = 0; at < 6; at += 1)
      said.push(await messageOf(call(stranger, 'invites.show', { token: `guess${at}` })))
    expect(said[0]).toContain('is not valid')
    expect(said[5]).toContain('Too many attempts')
  })

  it('changes others only after a fresh login (access 12; ASVS 7.5.1)', async () => {
    const { pool } = server.identity
    await pool.query(`update session set "createdAt" = now() - interval '11 minutes'`)
    expect(await messageOf(call(root, 'invites.create', { roles: ['viewer'] }))).toContain('log in again')
    await pool.query('update session set "createdAt" = now()')
  })
})

describe('an account', () => {
  const { email, name } = { email: 'dora@example.com', name: 'Dora' }
  const ownerOf = async (browser: Browser) =>
    (
      (await (await browser.get('/api/trpc/owners.mine')).json()) as {
        result: { data: { id: string; isCurrent: boolean }[] }
      }
    ).result.data.find(({ isCurrent }) => isCurrent)?.id

  it('begins its next session in the owner that it chose last (access 6; ASVS 8.2.1)', async () => {
    const token = tokenOf(await call(root, 'invites.create', { roles: ['viewer'] }))
    await call(server.browser(), 'invites.accept', { token, account: { name, email, password } })
    const dora = await loggedIn(email)
    const second = tokenOf(await call(root, 'owners.create', { id: 'beta', name: 'Beta' }))
    await call(dora, 'invites.accept', { token: second })
    expect(await ownerOf(await loggedIn(email))).toBe('local')
    await call(dora, 'owners.choose', { ownerId: 'beta' })
    expect(await ownerOf(await loggedIn(email))).toBe('beta')
  })

  it('that is nobody’s member logs in to accept an invitation, and for nothing else (access 12; ASVS 8.2.1, 8.3.1)', async () => {
    const { pool } = server.identity
    await pool.query(`delete from member where person_id like 'dora%'`)
    await pool.query(`delete from person where id like 'dora%'`)
    const dora = server.browser()
    const logIn = (invitation?: string) => dora.post('/api/auth/login', { email, password, invitation })
    expect((await logIn()).status).toBe(403)
    expect((await logIn('no such invitation')).status).toBe(403)
    const invited = await call(root, 'invites.create', { roles: ['operator'], email })
    expect((await logIn(tokenOf(invited))).status).toBe(200)
    expect(await messageOf(me(dora))).toBe('Not signed in.')
    expect(await (await dora.get('/api/auth/session')).json()).toMatchObject({ session: { email, member: false } })
    await call(dora, 'invites.accept', { token: tokenOf(invited) })
    expect((await me(dora)).result?.data).toMatchObject({ name: 'Dora' })
    expect((await logIn(tokenOf(invited))).status).toBe(200)
    await pool.query(`delete from member where person_id like 'dora%'`)
    expect((await logIn(tokenOf(invited))).status).toBe(403)
  })
})

describe('an owner', () => {
  it('is chosen by its members, entered by an administrator of the installation, and left (access 1; ASVS 8.2.1, 8.4.1)', async () => {
    const created = await call(root, 'owners.create', { id: 'acme', name: 'Acme' })
    const account = { name: 'Cleo', email: 'cleo@example.com', password }
    await call(server.browser(), 'invites.accept', { token: tokenOf(created), account })
    const cleo = await loggedIn('cleo@example.com')
    expect((await me(cleo)).result?.data).toMatchObject({ id: 'cleo', admin: true })
    expect(await messageOf(call(cleo, 'owners.choose', { ownerId: 'local' }))).toContain('You are no member')
    expect(await messageOf(call(cleo, 'owners.enter', { ownerId: 'local', reason: 'x' }))).toContain(
      'Only an administrator',
    )

    await call(root, 'owners.enter', { ownerId: 'acme', reason: 'A stuck run' })
    expect((await me(root)).result?.data).toMatchObject({ name: 'Root', admin: true })
    const shown = (await (await cleo.get('/api/trpc/owners.entries')).json()) as Answer
    expect(shown.result?.data).toMatchObject([{ name: 'Root', reason: 'A stuck run', isActive: true, isMe: false }])
    await call(root, 'directory.saveGroup', { id: 'credit', name: 'Credit' })
    const { pool } = server.identity
    expect((await pool.query(`select owner_id from person_group where id = 'credit'`)).rows).toEqual([
      { owner_id: 'acme' },
    ])
    await call(root, 'owners.leave')
    expect((await me(root)).result?.data).toMatchObject({ id: 'root' })

    // An entry that is over ends its session: an open page writes nowhere else.
    await call(root, 'owners.enter', { ownerId: 'acme', reason: 'Again' })
    await pool.query('update owner_entry set until = now()')
    expect(await messageOf(me(root))).toBe('Not signed in.')
    root = await loggedIn('root@example.com')
    await call(root, 'owners.suspend', { id: 'acme' })
    expect(await messageOf(me(cleo))).toBe('Not signed in.')
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInviteMailer } from '../notify/mail/mail-invite.ts'
import { type MailServer, startMailServer } from '../notify/testing/mail-server.ts'
import { type Browser, type LoginServer, startLoginServer, testPassword } from './testing/login-server.ts'

/** Links of invitations that a real mail server takes. */
let server: LoginServer
let mails: MailServer
let root: Browser
const failures: unknown[] = []
beforeAll(async () => {
  mails = await startMailServer()
  const settings = { url: mails.url, from: { name: 'Heddle', address: 'heddle@example.com' } }
  server = await startLoginServer({
    mailInviteOf: (url) => createInviteMailer(settings, url, (error) => void failures.push(error)),
  })
  root = server.browser()
  const account = { name: 'Root <b>', email: 'root@example.com', password: testPassword }
  await root.post('/api/auth/setup', { ...account, token: await server.setupToken() })
  const { email, password } = account
  expect((await root.post('/api/auth/login', { email, password })).status).toBe(200)
})
afterAll(async () => {
  await server.stop()
  await mails.close()
  expect(server.api.errors).toEqual([])
})

const call = async (path: string, input: unknown) =>
  ((await (await root.post(`/api/trpc/${path}`, input)).json()) as { result: { data: Record<string, string> } }).result
    .data
/** The mail as it reads, without the soft line ends of its transfer encoding. */
const textOf = (raw: string | undefined) => (raw ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=')

it('mails the link to the address of the invitation, and keeps its token nowhere (access 12)', async () => {
  const { token, mail } = await call('invites.create', { roles: ['viewer'], email: 'ana@example.com' })
  expect(mail).toBe('sent')
  expect(mails.received).toHaveLength(1)
  const [received] = mails.received
  expect(received?.to).toEqual(['ana@example.com'])
  expect(received?.headers.has('list-unsubscribe')).toBe(false)
  const said = textOf(received?.raw)
  expect(said).toContain(`${server.url}/invite#t=${token}`)
  expect(said).toContain('Root &lt;b&gt;')
  const { rows } = await server.identity.pool.query(
    "select (select json_agg(i) from invite i)::text || (select json_agg(a) from audit a)::text || coalesce((select json_agg(m) from mail m)::text, '') as all",
  )
  expect(rows[0].all).toContain('ana@example.com')
  expect(rows[0].all).not.toContain(token)
})

it('says when the mail server refuses, and the link is good all the same (access 12)', async () => {
  mails.answers.push('refuse')
  const { token, mail } = await call('invites.create', { roles: ['viewer'], email: 'ben@example.com' })
  expect(mail).toBe('failed')
  expect(failures).toHaveLength(1)
  expect(String(failures[0])).not.toContain(token)
  const account = { name: 'Ben', email: 'ben@example.com', password: testPassword }
  const joined = await server.browser().post('/api/trpc/invites.accept', { token, account })
  expect(joined.status).toBe(200)
})

it('mails nothing without an address, and the first administrator of a new owner gets a mail (access 12)', async () => {
  const before = mails.received.length
  expect(await call('invites.create', { roles: ['viewer'] })).toMatchObject({ mail: 'none' })
  expect(mails.received).toHaveLength(before)
  const created = await call('owners.create', { id: 'north', name: 'North', email: 'nora@example.com' })
  expect(created).toMatchObject({ mail: 'sent' })
  expect(mails.received.at(-1)?.to).toEqual(['nora@example.com'])
  expect(textOf(mails.received.at(-1)?.raw)).toContain(`#t=${created.token}`)
})

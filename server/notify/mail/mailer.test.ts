import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type MailServer, startMailServer, textOf } from '../testing/mail-server.ts'
import { createMailer, MailRefused, type Message } from './mailer.ts'

let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.answers.length = 0
})

const from = { name: 'Heddle', address: 'heddle@example.com' }
const message: Message = {
  messageId: 'heddle-1@example.com',
  to: { name: 'Ana', address: 'ana@example.com' },
  subject: 'To decide: Loan of Zoë',
  text: 'Loan of Zoë waits.',
  html: '<p>Loan of Zoë waits.</p>',
  settingsUrl: 'https://heddle.example.com/settings/notifications',
}
const last = () => server.received.at(-1)

it('sends text and HTML, with a stable id, and says that a program wrote it', async () => {
  await createMailer({ url: server.url, from }).send(message)
  expect(last()).toMatchObject({ from: 'heddle@example.com', to: ['ana@example.com'] })
  const headers = last()?.headers
  expect(headers?.get('message-id')).toBe('<heddle-1@example.com>')
  expect(headers?.get('auto-submitted')).toBe('auto-generated')
  expect(headers?.get('list-unsubscribe')).toBe('<https://heddle.example.com/settings/notifications>')
  expect(textOf(last() as never)).toContain('Loan of Zoë waits.')
})

it('lets no line of a title become a header, and no name another receiver (ASVS 1.2.1, 1.3.11)', async () => {
  await createMailer({ url: server.url, from }).send({
    ...message,
    to: { name: 'Ana" <eve@example.com>, "B\r\nBcc: eve@example.com', address: 'ana@example.com' },
    subject: 'Loan\r\nBcc: eve@example.com\r\n\r\nbody',
  })
  expect(last()?.to).toEqual(['ana@example.com'])
  expect([...(last()?.headers.keys() ?? [])]).not.toContain('bcc')
})

it('tells a refusal for good from one for now', async () => {
  const mailer = createMailer({ url: server.url, from })
  server.answers.push('fail', 'refuse')
  await expect(mailer.send(message)).rejects.not.toBeInstanceOf(MailRefused)
  await expect(mailer.send(message)).rejects.toBeInstanceOf(MailRefused)
})

it('sends no password without encryption to another machine', async () => {
  const seen: string[] = []
  const open = await startMailServer({
    onAuth({ username }, _session, callback) {
      seen.push(username ?? '')
      callback(null, { user: username })
    },
    hideSTARTTLS: true,
  })
  const { port } = new URL(open.url)
  const elsewhere = createMailer({ url: `smtp://ana:secret@127.0.0.2:${port}`, from })
  await expect(elsewhere.send(message)).rejects.toThrow()
  expect(seen).toEqual([])
  await createMailer({ url: `smtp://ana:secret@127.0.0.1:${port}`, from }).send(message)
  expect(seen).toEqual(['ana'])
  await open.close()
})

import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing/test-database.ts'
import type { StoredFile } from '../../../files/read-file.ts'
import { environmentSource, readSecrets } from '../../../secrets.ts'
import type { Executor, ServiceRequest } from '../../ports.ts'
import { createAttempts } from '../testing/attempts.ts'
import { createServiceExecutor } from './service-executor.ts'

const executors: Executor<ServiceRequest>[] = []
const closings: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const executor of executors.splice(0)) await executor.close()
  for (const close of closings.splice(0)) await close()
})

/** The files of the run, by their ids. */
const files = new Map<string, StoredFile>()

/** Asks a service through a connection of the environment. */
function asker(kind: 'mail' | 'sql', connection: object, allow: readonly string[]) {
  const attempts = createAttempts()
  const variables = { HEDDLE_CONNECTION_it: JSON.stringify(connection) }
  const executor = createServiceExecutor(
    { allow, secrets: environmentSource(readSecrets(variables)), readFile: async (_, id) => files.get(id) ?? null },
    { onOutcome: attempts.onOutcome, onProgress: () => undefined },
  )
  executors.push(executor)
  return (request: { readonly [key: string]: Json }, more: Partial<ServiceRequest> = {}) =>
    attempts.make<ServiceRequest>(executor, {
      step: 'Ask',
      with: null,
      input: null,
      state: {},
      key: 'run/Ask/1/do',
      service: { kind, request: { connection: 'it', ...request } },
      ...more,
    })
}

const refused = (responseCode: number) => Object.assign(new Error('no such mailbox'), { responseCode })

describe('a MAIL step', () => {
  const received: string[] = []
  let asked: (request: { readonly [key: string]: Json }) => ReturnType<ReturnType<typeof asker>>
  beforeEach(async () => {
    received.length = 0
    asked = await mailStep({})
  })

  async function mailStep(options: SMTPServerOptions, more: object = {}) {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onRcptTo({ address }, _, callback) {
        callback(address.startsWith('unknown') ? refused(550) : address.startsWith('later') ? refused(451) : null)
      },
      onData(stream, _, callback) {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          received.push(Buffer.concat(chunks).toString())
          callback(null)
        })
      },
      ...options,
    })
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closings.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { port } = server.server.address() as AddressInfo
    const connection = { kind: 'smtp', host: '127.0.0.1', port, security: 'none', from: 'Orders <orders@example.com>' }
    return asker('mail', { ...connection, ...more }, [`127.0.0.1:${port}`])
  }

  const mail = { to: ['Zoë <zoe@example.com>'], subject: 'Order 7', text: 'It is on its way.' }

  it('sends the mail, with the same Message-ID in every attempt', async () => {
    const first = await asked(mail)
    expect(first).toMatchObject({
      kind: 'completed',
      output: {
        accepted: ['zoe@example.com'],
        rejected: [],
        message_id: expect.stringMatching(/^<\w{40}@example\.com>$/),
      },
    })
    expect(await asked(mail)).toEqual(first)
    const id = (first as unknown as { output: { message_id: string } }).output.message_id
    for (const raw of received) {
      expect(raw).toContain(`Message-ID: ${id}`)
      expect(raw).toContain('From: Orders <orders@example.com>')
      expect(raw).toContain('Subject: Order 7')
    }
    expect(received).toHaveLength(2)
  })

  it('carries files of the run under their stored names, and fails for good with others', async () => {
    const file = { heddle_file: 'e'.repeat(64), name: 'said.pdf', media_type: 'text/html', bytes: 5 }
    files.set(file.heddle_file, { name: 'Invoice.pdf', mediaType: 'application/pdf', content: Buffer.from('%PDF-7') })
    expect(await asked({ ...mail, attachments: [file, null, [file]] })).toMatchObject({ kind: 'completed' })
    expect(received.at(-1)?.match(/Content-Disposition: attachment; filename=Invoice.pdf/g)).toHaveLength(2)
    expect(received.at(-1)).toContain(Buffer.from('%PDF-7').toString('base64'))
    const wrong = [
      ['Invoice.pdf'],
      [{ ...file, heddle_file: 'f'.repeat(64) }],
      Array.from({ length: 21 }, () => file),
      [{ ...file, bytes: 16 * 1024 * 1024 }],
    ]
    for (const attachments of wrong) {
      expect(await asked({ ...mail, attachments })).toMatchObject({
        kind: 'failed',
        error: { code: 'MAIL_INVALID' },
        retryable: false,
      })
    }
  })

  it('names receivers that the server refuses beside accepted ones', async () => {
    expect(await asked({ ...mail, cc: ['unknown@example.com'] })).toMatchObject({
      kind: 'completed',
      output: { accepted: ['zoe@example.com'], rejected: ['unknown@example.com'] },
    })
  })

  it.each([
    ['for good when the server knows no receiver', 'unknown@example.com', false],
    ['for now when the server asks to come again', 'later@example.com', true],
  ])('fails %s', async (_, to, retryable) => {
    const outcome = await asked({ ...mail, to: [to] })
    expect(outcome).toMatchObject({ kind: 'failed', retryable, error: { code: 'MAIL_REFUSED' } })
  })

  it.each([
    ['several receivers in one text', ['zoe@example.com, eve@example.com']],
    ['a receiver with a line break', ['zoe@example.com\r\nBcc: eve@example.com']],
    ['no receiver', []],
    ['what is no address', ['zoe']],
  ])('refuses %s, and sends nothing', async (_, to) => {
    expect(await asked({ ...mail, to })).toMatchObject({
      kind: 'failed',
      retryable: false,
      error: { code: 'MAIL_INVALID' },
    })
    expect(received).toEqual([])
  })

  it('lets no line of a subject become a header', async () => {
    await asked({ ...mail, subject: 'Order\r\nBcc: eve@example.com' })
    expect(received[0]).toContain('Subject: Order Bcc: eve@example.com')
    expect(received[0]).not.toMatch(/^Bcc:/m)
  })

  it('is worth another attempt when nothing listens, and not when the login is refused', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await new Promise<void>((resolve) => server.close(() => resolve()))
    const nobody = asker('mail', { kind: 'smtp', host: '127.0.0.1', port, security: 'none', from: 'a@example.com' }, [
      `127.0.0.1:${port}`,
    ])
    expect(await nobody(mail)).toMatchObject({
      kind: 'failed',
      retryable: true,
      error: { code: 'SERVICE_UNREACHABLE' },
    })
    const login = await mailStep(
      {
        authOptional: false,
        allowInsecureAuth: true,
        onAuth: (_, __, callback) => callback(new Error('wrong password')),
      },
      { username: 'ana', password: 'pass-word' },
    )
    const outcome = await login(mail)
    expect(outcome).toMatchObject({ kind: 'failed', retryable: false, error: { code: 'MAIL_LOGIN_REFUSED' } })
  })

  it('reaches no host that is not public unless the operator allows it', async () => {
    const local = asker('mail', { kind: 'smtp', host: '127.0.0.1', port: 587, from: 'a@example.com' }, [])
    expect(await local(mail)).toMatchObject({
      kind: 'failed',
      retryable: false,
      error: { code: 'HTTP_ADDRESS_REFUSED' },
    })
    const odd = asker('mail', { kind: 'smtp', host: 'smtp.example.com', port: 22, from: 'a@example.com' }, [])
    expect(await odd(mail)).toMatchObject({ kind: 'failed', error: { code: 'HTTP_ADDRESS_REFUSED' } })
  })
})

describe('an SQL step', () => {
  let database: TestDatabase
  let client: pg.Client
  let asked: ReturnType<typeof asker>
  beforeAll(async () => {
    database = await createTestDatabase()
    client = new pg.Client({ connectionString: database.url })
    await client.connect()
    await client.query('create table orders (id int primary key, total numeric, note text)')
    await client.query(`insert into orders select n, n * 1.5, 'note ' || n from generate_series(1, 20) n`)
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })
  beforeEach(() => {
    const { hostname, port, username, password, pathname } = new URL(database.url)
    const connection = {
      kind: 'postgresql',
      host: hostname,
      port,
      username: decodeURIComponent(username),
      password: decodeURIComponent(password) || 'none-needed',
      database: pathname.slice(1),
      tls: 'off',
    }
    asked = asker('sql', connection, [`${hostname}:${port}`])
  })

  it('gives rows as JSON, with its parameters bound apart from its text', async () => {
    const hostile = `'; drop table orders; --`
    expect(
      await asked({
        statement: `select id, total, $2::text as note, '{"a": 1}'::jsonb as doc, null as nothing,
                           9007199254740993::int8 as big, true as yes, timestamptz '2026-01-02 03:04:05+01' as at
                      from orders where id = $1`,
        parameters: [3, hostile],
      }),
    ).toMatchObject({
      kind: 'completed',
      output: {
        row_count: 1,
        rows: [
          {
            id: 3,
            total: '4.5',
            note: hostile,
            doc: { a: 1 },
            nothing: null,
            big: '9007199254740993',
            yes: true,
            at: '2026-01-02T02:04:05.000Z',
          },
        ],
      },
    })
  })

  it('refuses changes unless it may write, and then keeps them', async () => {
    const change = { statement: 'update orders set note = $1 where id = 1', parameters: ['changed'] }
    expect(await asked(change)).toMatchObject({ kind: 'failed', retryable: false, error: { code: 'SQL_READ_ONLY' } })
    expect(await asked({ ...change, access: 'write' })).toMatchObject({ kind: 'completed', output: { row_count: 1 } })
    expect((await client.query('select note from orders where id = 1')).rows).toEqual([{ note: 'changed' }])
  })

  it.each([
    ['several statements', 'select 1; drop table orders', 'SQL_42601'],
    ['an expression in its text', 'select {{ input.id }}', 'SQL_INVALID'],
    ['what is no SQL', 'selct 1', 'SQL_42601'],
    ['too many rows', 'select * from orders', 'SQL_TOO_MANY_ROWS'],
  ])('fails for good with %s', async (_, statement, code) => {
    expect(await asked({ statement, max_rows: 10 })).toMatchObject({
      kind: 'failed',
      retryable: false,
      error: { code },
    })
  })

  it('keeps nothing of a change that returns too many rows', async () => {
    const statement = `update orders set note = 'all' returning id`
    expect(await asked({ statement, access: 'write', max_rows: 5 })).toMatchObject({
      error: { code: 'SQL_TOO_MANY_ROWS' },
    })
    expect((await client.query(`select from orders where note = 'all'`)).rowCount).toBe(0)
  })

  it('bounds the bytes of the rows', async () => {
    const statement = `select repeat('x', 1000000) as text from generate_series(1, 100)`
    expect(await asked({ statement })).toMatchObject({ kind: 'failed', error: { code: 'SQL_TOO_MANY_ROWS' } })
  })

  it.each(['40001', '40P01', '57P01', '08006'])('is worth another attempt after %s', async (code) => {
    await client.query(`create or replace function fail_with(code text) returns void language plpgsql as
      $$ begin raise exception 'on purpose' using errcode = code; end $$`)
    expect(await asked({ statement: 'select fail_with($1)', parameters: [code] })).toMatchObject({
      kind: 'failed',
      retryable: true,
      error: { code: `SQL_${code}` },
    })
  })

  it('ends with the time limit of the step', async () => {
    expect(await asked({ statement: 'select pg_sleep(60)' }, { timeoutMs: 200 })).toMatchObject({
      kind: 'failed',
      retryable: true,
      error: { code: 'STEP_TIMEOUT' },
    })
  })
})

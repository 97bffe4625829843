import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localActor } from '#server/access/actor.ts'
import { createPool } from '../../db/pool.ts'
import { createTestDatabase, type TestDatabase } from '../../db/testing/test-database.ts'
import { type MailServer, startMailServer } from '../../notify/testing/mail-server.ts'
import { createConnection, testConnection } from '../../secrets/connections/change-connections.ts'
import { listConnections } from '../../secrets/connections/list-connections.ts'
import type { NewConnection } from '../../secrets/connections/models.ts'
import { openKeyRing } from '../../secrets/key-ring.ts'
import { openStoredSecrets } from '../../secrets/stored-secrets.ts'
import { startConnectionTests } from './start-connection-tests.ts'

const ring = openKeyRing({
  current: { from: 'text', setting: 'HEDDLE_MASTER_KEY', text: Buffer.alloc(32, 1).toString('base64') },
  previous: null,
})
const acme: Actor = { ...localActor, ownerId: 'acme' }

let database: TestDatabase
let pool: ReturnType<typeof createPool>
let mails: MailServer
let api: Server
let answer: RequestListener = (_, response) => void response.end('{}')
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.url, 4)
  mails = await startMailServer()
  api = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await mails.close()
  await new Promise<void>((resolve) => api.close(() => resolve()))
  await pool.end()
  await database.drop()
})

const apiHost = () => `127.0.0.1:${(api.address() as AddressInfo).port}`
const databaseHost = () => new URL(database.url)
const hosts = () => [new URL(mails.url).host, apiHost(), databaseHost().host]

/** The answer that the list shows for a connection once an engine has tested it. */
async function tested(connection: Omit<NewConnection, 'name' | 'workflows'>, allow = hosts()) {
  const name = `c_${Math.trunc(performance.now() * 1_000)}`
  await createConnection(pool, ring, acme, { name, workflows: ['Other'], ...connection })
  await testConnection(pool, acme, name)
  const secrets = openStoredSecrets({ pool, ring, environment: null, log: () => undefined })
  const tests = startConnectionTests({ pool, secrets, allow, log: (line) => expect(line).toBe(''), lookEveryMs: 10 })
  const find = async () => (await listConnections(pool, acme, undefined)).find((one) => one.name === name)?.test
  await expect.poll(async () => (await find())?.state).not.toBe('asked')
  await tests.stop()
  return find()
}

const mail = (port: string) => ({
  kind: 'smtp' as const,
  settings: { host: '127.0.0.1', port, security: 'none', from: 'a@example.com' },
  secrets: {},
})
const bearer = () => ({
  kind: 'http_bearer' as const,
  settings: { origin: `http://${apiHost()}` },
  secrets: { token: 'token-of-the-test' },
})

describe('the test of a connection, made by an engine', () => {
  it('greets a mail server', async () => {
    const { port } = new URL(mails.url)
    expect(await tested(mail(port))).toMatchObject({ state: 'passed', message: 'The mail server answers.' })
  })

  it('logs in at a database, and says when the database does not exist', async () => {
    const { hostname, port, username, password, pathname } = databaseHost()
    const settings = {
      host: hostname,
      port,
      username: decodeURIComponent(username),
      database: pathname.slice(1),
      tls: 'off',
    }
    const secrets = { password: decodeURIComponent(password) || 'none-needed' }
    const passed = await tested({ kind: 'postgresql', settings, secrets })
    expect(passed).toMatchObject({
      state: 'passed',
      message: expect.stringMatching(/^The login succeeded\. PostgreSQL \d+/),
    })
    const other = await tested({ kind: 'postgresql', settings: { ...settings, database: 'nowhere' }, secrets })
    expect(other).toMatchObject({ state: 'failed', message: 'There is no database of this name.' })
  })

  it('sends the credentials to an API, and shows none that comes back', async () => {
    let seen: string | undefined
    answer = (request, response) => {
      seen = request.headers.authorization
      response.end()
    }
    expect(await tested(bearer())).toMatchObject({ state: 'passed' })
    expect(seen).toBe('Bearer token-of-the-test')
    answer = (_, response) => response.writeHead(401).end()
    expect(await tested(bearer())).toMatchObject({
      state: 'failed',
      message: 'The server refused the credentials with 401.',
    })
  })

  it('says what is wrong where nothing listens, and with a host that is not allowed', async () => {
    expect(await tested(mail('1'), ['127.0.0.1:1'])).toMatchObject({
      state: 'failed',
      message: 'Nothing listens at this host and port. Check both.',
    })
    expect(await tested(mail('587'), [])).toMatchObject({
      state: 'failed',
      message: expect.stringContaining('127.0.0.1 is not a public address. Allow it with HEDDLE_HTTP_ALLOW'),
    })
  })
})

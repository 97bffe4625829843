import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHttpExecutor } from '../engine/executor/http/http-executor.ts'
import { createServiceExecutor } from '../engine/executor/services/service-executor.ts'
import { createAttempts } from '../engine/executor/testing/attempts.ts'
import { readEnv } from '../env.ts'
import { exampleConnections, withExamples } from '../secrets/connections/example-connections.ts'
import type { OpenedConnection } from '../secrets/connections/opened-connection.ts'
import { environmentSource, noSecrets } from '../secrets.ts'
import { listExampleMails } from './example-mails.ts'
import { createExampleServers } from './example-servers.ts'

let dataDir: string
let examples: ReturnType<typeof createExampleServers>
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'heddle-examples-'))
  examples = createExampleServers({ databaseUrl: 'postgresql://127.0.0.1:1/none', dataDir, log: () => undefined })
})
afterAll(async () => {
  await examples.close()
  await rm(dataDir, { recursive: true })
})

const mail = { to: ['zoe@example.com'], subject: 'Grüße an Zoë', text: 'Größe 5' }
const step = { step: 'Ask', with: null, input: null, state: {}, key: 'run/Ask/1/do' }

async function send(connection: OpenedConnection, given?: typeof examples) {
  const attempts = createAttempts()
  const local = { ...noSecrets, connections: [connection] }
  const executor = createServiceExecutor(
    { allow: [], readFile: async () => null, secrets: environmentSource(local), examples: given },
    { onOutcome: attempts.onOutcome, onProgress: () => undefined },
  )
  const request = { connection: connection.name, ...mail }
  const outcome = await attempts.make(executor, { ...step, service: { kind: 'mail', request } })
  await executor.close()
  return outcome
}

it('a mail through the example server is kept, and its words are readable', async () => {
  expect(await send(exampleConnections[0], examples)).toMatchObject({ kind: 'completed' })
  await writeFile(join(dataDir, 'example-mails', 'note.txt'), 'no mail')
  expect(await listExampleMails(dataDir)).toMatchObject([
    { from: 'Heddle <heddle@example.com>', to: 'zoe@example.com', subject: 'Grüße an Zoë', text: 'Größe 5' },
  ])
})

it('the guard opens for an example alone: another connection to the same address is refused', async () => {
  const { settings } = await examples.open(exampleConnections[0])
  const same: OpenedConnection = {
    name: 'own',
    kind: 'smtp',
    settings: { ...settings, from: 'a@example.com' },
    secrets: {},
  }
  expect(await send(same, examples)).toMatchObject({ kind: 'failed', error: { code: 'HTTP_ADDRESS_REFUSED' } })
})

it('no example exists where people log in', async () => {
  expect(
    readEnv({ HEDDLE_AUTH: 'on', HEDDLE_MASTER_KEY: randomBytes(32).toString('base64') }).secrets.connections,
  ).toEqual([])
  expect(readEnv({}).secrets.connections.map(({ name }) => name)).toContain('example_mail')
  expect(await send(exampleConnections[0])).toMatchObject({ kind: 'failed', error: { code: 'CONNECTION_UNKNOWN' } })
})

it('a connection of the environment hides the example of its name', () => {
  const own = { name: 'example_mail', kind: 'smtp', settings: {}, secrets: {} } as const
  expect(withExamples([own]).filter(({ name }) => name === 'example_mail')).toEqual([own])
})

it('an HTTP step gets no credentials of an example', async () => {
  const attempts = createAttempts()
  const secrets = environmentSource({ ...noSecrets, connections: exampleConnections })
  const executor = createHttpExecutor(
    { allow: [], secrets },
    { onOutcome: attempts.onOutcome, onProgress: () => undefined },
  )
  const http = { request: { url: '/v1/models', connection: 'example_model' } }
  expect(await attempts.make(executor, { ...step, http } as never)).toMatchObject({
    error: { code: 'CONNECTION_KIND' },
  })
  await executor.close()
})

it('says why a server did not start, and tries again with the next attempt', async () => {
  const opening = () => examples.open(exampleConnections[1])
  await expect(opening()).rejects.toMatchObject({ code: 'EXAMPLE_UNAVAILABLE', retryable: true })
  await expect(opening()).rejects.toThrow('example_database did not start')
})

it('lists no mails before the first one', async () => {
  expect(await listExampleMails(join(dataDir, 'none'))).toEqual([])
})

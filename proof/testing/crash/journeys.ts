import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import type { Harness } from '../harness.ts'
import { publishTexts } from '../publish.ts'
import type { ReceivedEffect } from './effects.ts'
import { startOperator } from './operator.ts'
import { scriptedModel } from './scripted-model.ts'

/** Runs of the journey, an operator who answers their tasks, and the receiver of their effects. */
export interface Journeys {
  readonly receiver: string
  /** Starts two runs at once: one that completes, one whose saga rolls back. */
  start(): Promise<void>
  /** Starts runs whose work happens outside of the threads of an engine. */
  startOuting(): Promise<void>
  /** Starts a run whose AI step calls its model three times, and two tools, one of them after an approval. */
  startAgent(): Promise<void>
  /** Calls of a model that arrived again although a later one of the same run had been recorded. */
  readonly repeatedCalls: readonly string[]
  /** Starts runs that lock one resource: they wait for each other. */
  startLocking(): Promise<void>
  /**
   * Settings with which an engine looks for lost workers all the time, but does not take slow workers for lost, and may
   * send requests to the receiver.
   */
  readonly settings: { readonly [name: string]: string }
  /** The number of runs that have not ended, child runs included. */
  open(): Promise<number>
  received(): Promise<readonly ReceivedEffect[]>
  close(): Promise<void>
}

const locking = [
  ['Locking', false],
  ['Conditional', false],
  ['Discovering', false],
  ['Counted', false],
  ['Repairing', true],
  ['Breaking', true],
] as const

export async function openJourneys(harness: Harness): Promise<Journeys> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-receiver-'))
  const receiver = join(folder, 'effects.jsonl')
  await appendFile(receiver, '')
  await publishTexts(harness.pool, join(import.meta.dirname, 'journey.yaml'))
  await publishTexts(harness.pool, join(import.meta.dirname, 'locking.yaml'))
  const operator = startOperator(harness.pool, harness.client)
  const model = scriptedModel((line) => appendFile(receiver, `${JSON.stringify(line)}\n`))
  const server = createServer(async (request, response) => {
    const about = (await json(request)) as object
    if (request.url === '/v1/chat/completions') {
      response.setHeader('content-type', 'application/json').end(JSON.stringify(await model.answer(about)))
      return
    }
    await appendFile(
      receiver,
      `${JSON.stringify({ ...about, undo: false, key: request.headers['idempotency-key'] })}\n`,
    )
    response.setHeader('content-type', 'application/json').end('{"called":true}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const setOut = async (fail: boolean) => {
    const runId = await harness.start('Outing', { receiver, fail, url: `http://${host}/` })
    await harness.send(runId, { type: 'signal', signal_name: 'sun', payload: {} }, randomUUID(), 0)
  }
  return {
    receiver,
    settings: {
      HEDDLE_WORKER_HEARTBEAT_SECONDS: '0.05',
      HEDDLE_WORKER_SILENCE_SECONDS: '10',
      HEDDLE_WORKER_SCAN_SECONDS: '0.1',
      HEDDLE_HTTP_ALLOW: host,
      HEDDLE_CONNECTION_model: JSON.stringify({
        kind: 'openai_compatible',
        base_url: `http://${host}/v1`,
        model: 'small',
        api_key: 'key-of-the-model',
      }),
    },
    repeatedCalls: model.repeated,
    async startAgent() {
      await harness.start('Agent', { receiver, fail: false })
    },
    async start() {
      await harness.start('Journey', { receiver, fail: false })
      await harness.start('Journey', { receiver, fail: true })
    },
    async startOuting() {
      await setOut(false)
      await setOut(true)
    },
    async startLocking() {
      const resources = { alone: ['crash:1'], together: ['crash:2'] }
      for (const [workflow, fail] of locking) await harness.start(workflow, { receiver, fail, ...resources })
    },
    async open() {
      const { rows } = await harness.pool.query<{ open: number }>(
        'select count(*)::int as open from run_state where ended_at is null',
      )
      return rows[0]?.open ?? 0
    },
    async received() {
      const lines = (await readFile(receiver, 'utf8')).split('\n').filter((line) => line !== '')
      return lines.map((line) => JSON.parse(line) as ReceivedEffect)
    },
    async close() {
      await operator.stop()
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true })
    },
  }
}

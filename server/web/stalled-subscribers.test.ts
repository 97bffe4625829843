import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { createApp } from '../api/app.ts'
import { eventually, startTestApi, type TestApi } from '../api/testing/test-api.ts'
import { createFront } from './front.ts'

const EVENTS = 40
const EVENT_BYTES = 400_000

let api: TestApi
let front: ReturnType<typeof createFront>
let url = ''
let runId = ''

beforeAll(async () => {
  api = await startTestApi()
  const onError = (error: unknown) => void api.errors.push(error)
  const app = createApp({ ...api.services, actorOf: () => localActor, onError })
  front = createFront({
    api: app.fetch,
    pages: null,
    development: false,
    position: () => '0',
    stalledMs: 1_000,
    onError,
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(front.address() as AddressInfo).port}`
  expect(
    (await api.publish('workflow_type: Ask\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: Well\n')).status,
  ).toBe(201)
  const started = await api.post('/v1/workflows/run?name=Ask', { input: {} })
  runId = ((await started.json()) as { run_id: string }).run_id
})
afterAll(async () => {
  front.closeAllConnections()
  front.close()
  await api.stop()
  expect(api.errors).toEqual([])
})

const path = () => `/api/trpc/runs.watch?input=${encodeURIComponent(JSON.stringify({ runId }))}`
const connections = () => new Promise<number>((resolve) => front.getConnections((_, count) => resolve(count)))

interface Subscriber {
  readonly socket: Socket
  /** Of the events that it has heard. */
  readonly seqs: ReadonlySet<number>
}

/** A client that asks for the stream and then reads nothing, or everything. */
async function subscribe(reading: boolean, lastEventId?: number): Promise<Subscriber> {
  const socket = connect({ port: Number(new URL(url).port), host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.setEncoding('latin1')
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  const seqs = new Set<number>()
  let tail = ''
  if (!reading) socket.pause()
  else {
    socket.on('data', (chunk: string) => {
      const text = tail + chunk
      for (const [, seq] of text.matchAll(/"seq":(\d+),/g)) seqs.add(Number(seq))
      tail = text.slice(-20)
    })
  }
  const id = lastEventId === undefined ? '' : `last-event-id: ${lastEventId}\r\n`
  socket.write(`GET ${path()} HTTP/1.1\r\nhost: ${new URL(url).host}\r\naccept: text/event-stream\r\n${id}\r\n`)
  return { socket, seqs }
}

/** Large events of the run, as an engine appends them; the number of the last. */
async function grow(): Promise<number> {
  const { pool } = api.services.stores
  const { rows } = await pool.query<{ last: number }>(
    `with before as (select max(last_seq) as seq from run_log where run_id = $1)
     insert into run_log (run_id, seq, engine_epoch, append_id, events, at, last_seq, current_steps, xid)
     select $1, b.seq + n, 0, gen_random_uuid(),
            json_build_array(json_build_object('seq', b.seq + n, 'at', 0, 'type', 'workflow.node.progress', 'step', 'Ask',
              'iteration', 1, 'attempt', 1, 'payload', json_build_object('note', repeat('x', $2))))::text,
            now(), b.seq + n, '{Ask}', pg_current_xact_id()::text::bigint
       from before b, generate_series(1, $3) n
     returning seq as last`,
    [runId, EVENT_BYTES, EVENTS],
  )
  return Math.max(...rows.map(({ last }) => last))
}

describe('a subscriber who does not read', () => {
  it('is cut off while others read on, and misses nothing when it comes back with its last event id', async () => {
    await eventually(async () => {
      const run = await api.fetch(`/v1/workflow-runs/${runId}`)
      return ((await run.json()) as { status: string }).status === 'waiting' ? true : undefined
    })
    const idle = await Promise.all([subscribe(false), subscribe(false), subscribe(false)])
    const reader = await subscribe(true)
    await expect.poll(() => reader.seqs.size).toBeGreaterThan(0)
    const known = Math.max(...reader.seqs)
    expect(await connections()).toBe(4)
    const last = await grow()
    await expect.poll(() => reader.seqs.has(last)).toBe(true)
    await expect.poll(connections).toBe(1)

    const back = await subscribe(true, known)
    await expect.poll(() => back.seqs.has(last)).toBe(true)
    expect(Array.from({ length: last }, (_, index) => index + 1).filter((seq) => back.seqs.has(seq))).toEqual(
      Array.from({ length: last - known }, (_, index) => known + 1 + index),
    )
    for (const { socket } of [...idle, reader, back]) socket.destroy()
  })
})

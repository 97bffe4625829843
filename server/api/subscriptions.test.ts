import { fetchRequestHandler } from '@trpc/server/adapters/fetch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from './router.ts'
import type { Streams } from './streams.ts'
import { answerSubscription } from './subscriptions.ts'
import { eventually, startTestApi, type TestApi } from './testing/test-api.ts'

let api: TestApi
let runId = ''

beforeAll(async () => {
  api = await startTestApi()
  await api.publish('workflow_type: Ask\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: "Ä, well\\n"\n')
  const started = await api.post('/v1/workflows/run?name=Ask', { input: { text: 'a\nb\u2028c' } })
  runId = ((await started.json()) as { run_id: string }).run_id
  await eventually(async () => {
    const run = await api.fetch(`/v1/workflow-runs/${runId}`)
    return ((await run.json()) as { status: string }).status === 'waiting' ? true : undefined
  })
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const ours = (request: Request, actor: typeof localActor | null) =>
  answerSubscription(
    request,
    async () => ({ ...api.services, actor }),
    (error) => void api.errors.push(error),
  )
const theirs = (request: Request, actor: typeof localActor | null) =>
  fetchRequestHandler({
    endpoint: '/api/trpc',
    req: request,
    router: appRouter,
    createContext: () => ({ ...api.services, actor }),
  })

const asked = (path: string, input: unknown, headers: Record<string, string> = {}) =>
  new Request(`http://127.0.0.1/api/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`, {
    headers: { accept: 'text/event-stream', ...headers },
  })

type Message = Readonly<Record<string, string>>

/** The first messages of a stream, as the standard reads them. */
async function messagesOf(response: Response | null, most: number): Promise<readonly Message[]> {
  const messages: Message[] = []
  let text = ''
  for await (const chunk of (response?.body ?? []) as AsyncIterable<Uint8Array>) {
    text += Buffer.from(chunk).toString()
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n').filter(Boolean)
      text = text.slice(end + 2)
      if (lines.length > 0)
        messages.push(
          Object.fromEntries(
            lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
          ),
        )
    }
    if (messages.length >= most) break
  }
  return messages.slice(0, most)
}

/** The first piece of a stream that names a run. */
async function untilNamed(
  reader: ReadableStreamDefaultReader<Uint8Array> | undefined,
  runId: string,
): Promise<Uint8Array | undefined> {
  for (;;) {
    const read = await reader?.read()
    if (read?.value === undefined || Buffer.from(read.value).includes(runId)) return read?.value
  }
}

describe('a subscription', () => {
  it.each([
    ['the history of a run', () => asked('runs.watch', { runId }), 2],
    ['the rest of it, by the input', () => asked('runs.watch', { runId, lastEventId: '2' }), 2],
    ['the rest of it, by the header', () => asked('runs.watch', { runId }, { 'last-event-id': '2' }), 2],
    ['a last event id that is none', () => asked('runs.changes', { lastEventId: 'x' }), 2],
    ['a run that is not there', () => asked('runs.watch', { runId: '0198a000-0000-7000-8000-000000000000' }), 2],
  ])('is told as tRPC tells it: %s', async (_, request, count) => {
    const [mine, reference] = await Promise.all([ours(request(), localActor), theirs(request(), localActor)])
    for (const name of ['content-type', 'cache-control', 'x-accel-buffering']) {
      expect(mine?.headers.get(name)).toBe(reference.headers.get(name))
    }
    const told = await messagesOf(mine, count)
    expect(told).toHaveLength(count)
    expect(told).toEqual(await messagesOf(reference, count))
  })

  it('is the same bytes for all who read the same', async () => {
    const bodies = await Promise.all([1, 2].map(async () => (await ours(asked('runs.changes', {}), localActor))?.body))
    const readers = bodies.map((body) => body?.getReader())
    for (const reader of readers) for (const _ of ['connected', 'position']) await reader?.read()
    const areTheSame = async () => {
      const started = await api.post('/v1/workflows/run?name=Ask', { input: {} })
      const { run_id: of } = (await started.json()) as { run_id: string }
      const [first, second] = await Promise.all(readers.map((reader) => untilNamed(reader, of)))
      return first !== undefined && first === second
    }
    // Who has not read what came before reads both as one: then they do not read the same.
    let same = await areTheSame()
    for (let time = 1; !same && time < 10; time += 1) same = await areTheSame()
    expect(same).toBe(true)
    for (const reader of readers) await reader?.cancel()
  })

  it('holds nothing any more for a reader who has gone without reading', async () => {
    let [given, held] = [0, 0]
    async function* counted<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
      held += 1
      try {
        for await (const item of items) {
          given += 1
          yield item
        }
      } finally {
        held -= 1
      }
    }
    const streams: Streams = { ...api.services.streams, hold: (_, items) => counted(items) }
    const context = { ...api.services, actor: localActor, streams }
    const request = asked('runs.watch', { runId })
    const response = await answerSubscription(
      request,
      async () => context,
      (error) => void api.errors.push(error),
    )
    const reader = response?.body?.getReader()
    await reader?.read()
    await expect.poll(() => given).toBe(1)
    expect(held).toBe(1)
    await reader?.cancel()
    await expect.poll(() => held).toBe(0)
  })

  it('is left to tRPC where it is refused, and where it is none', async () => {
    expect(await ours(asked('runs.watch', { runId: 'x' }), localActor)).toBeNull()
    expect(await ours(asked('runs.changes', {}), null)).toBeNull()
    expect(await ours(asked('runs.list', {}), localActor)).toBeNull()
    expect(await ours(asked('constructor', {}), localActor)).toBeNull()
    const refused = await api.fetch('/api/trpc/runs.watch?input=nonsense', { headers: { accept: 'text/event-stream' } })
    expect(await messagesOf(refused, 2)).toMatchObject([{ event: 'connected' }, { event: 'serialized-error' }])
  })
})

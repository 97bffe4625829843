import { describe, expect, it } from 'vitest'
import { sentEvents } from './event-stream.ts'
import { HeddleClient } from './heddle-client.ts'
import { eventOf, eventText, fakeServer, streamOf } from './testing/fake-server.ts'

const baseUrl = 'http://heddle.test'
const gone = () => new Response(null, { status: 204 })
const unavailable = () => Response.json({ error: { code: 'UNAVAILABLE', message: 'Later.' } }, { status: 500 })
const started = eventOf(1, 'workflow.run.started')
const done = eventOf(2, 'workflow.node.completed', 'A')
const end = eventOf(3, 'workflow.run.cancelled')
const skipped = eventOf(4, 'workflow.node.skipped', 'B')
const texts =
  (...events: Parameters<typeof eventText>[0][]) =>
  () =>
    new Response(events.map(eventText).join(''))

/** A body that breaks behind its text, as a connection does. */
const broken = (text: string) => () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(text)),
      pull: (controller) => controller.error(new TypeError('terminated')),
    }),
  )

async function seen(answers: Parameters<typeof fakeServer>[0], lastEventId?: string) {
  const { asked, fetch } = fakeServer(answers)
  const { runs } = new HeddleClient({ baseUrl, fetch }).workflows
  const ids: string[] = []
  for await (const { id } of runs.watch('r', lastEventId === undefined ? {} : { lastEventId })) ids.push(id)
  return { ids, after: asked.map(({ headers }) => headers.get('last-event-id')) }
}

describe('public-run 15: a watched run', () => {
  it('ends with its last event, which may be behind the end of the run', async () => {
    expect(await seen([texts(started, done, end, skipped)])).toEqual({ ids: ['e1', 'e2', 'e3', 'e4'], after: [null] })
  })

  it('is asked for again behind the last event, over broken connections and restarts', async () => {
    const restarting = () => Promise.reject(new TypeError('fetch failed'))
    const answers = [texts(started), restarting, unavailable, broken(eventText(done)), texts(end)]
    expect(await seen(answers)).toEqual({ ids: ['e1', 'e2', 'e3'], after: [null, 'e1', 'e1', 'e1', 'e2'] })
  })

  it('is asked for again where the connection broke behind the end', async () => {
    expect(await seen([broken(eventText(end)), gone])).toEqual({ ids: ['e3'], after: [null, 'e3'] })
  })

  it('begins behind a given event', async () => {
    expect(await seen([gone], 'e9')).toEqual({ ids: [], after: ['e9'] })
  })

  it('does not hide a refusal, nor a server that never answered', async () => {
    const missing = () =>
      Response.json({ error: { code: 'NOT_FOUND', message: 'There is no such run.' } }, { status: 404 })
    await expect(seen([missing])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(seen([texts(started), missing])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(seen([])).rejects.toThrow('fetch failed')
    await expect(seen([unavailable])).rejects.toMatchObject({ status: 500 })
  })

  it('is no longer watched once the caller says so', async () => {
    const stopped = new AbortController()
    const { fetch } = fakeServer([texts(started)])
    const { runs } = new HeddleClient({ baseUrl, fetch }).workflows
    const watching = async () => {
      for await (const _ of runs.watch('r', { signal: stopped.signal })) stopped.abort()
    }
    await expect(watching()).rejects.toMatchObject({ name: 'AbortError' })
  })
})

it('reads events in any chunks, with comments and every end of a line', async () => {
  const text =
    ': hello\n\nid: 1\r\ndata: a\r\ndata:b\r\n\r\nid:2\rdata: ü\r\revent: x\n\n: heartbeat\n\ndata\ndata: {}\n\n'
  const bytes = new TextEncoder().encode(text)
  for (const size of [1, 2, 3, 7, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.slice(at * size, (at + 1) * size),
    )
    const events: unknown[] = []
    for await (const event of sentEvents(streamOf(chunks))) events.push(event)
    expect({ size, events }).toEqual({
      size,
      events: [
        { id: '1', data: 'a\nb' },
        { id: '2', data: 'ü' },
        { id: '2', data: '{}' },
      ],
    })
  }
})

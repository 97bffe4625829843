import { Hono } from 'hono'
import { expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import type { Context } from '../../context.ts'
import { createStreams } from '../../streams.ts'
import { answerEventStream } from './run-stream.ts'

const streams = createStreams()
const context = { streams } as Context

/** A route with a stream of large events, and the promise of its end. */
function route() {
  let opened = 0
  let end: () => void = () => undefined
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  async function* batches() {
    opened += 1
    try {
      for (let id = 0; ; id += 1) yield [{ id: String(id), event: 'e', data: 'x'.repeat(10_000) }]
    } finally {
      end()
    }
  }
  const app = new Hono().get('/', (c) => answerEventStream(c, context, localActor, batches))
  return { app, ended, opened: () => opened }
}

it('an event stream that nobody begins to read ends with its request', async () => {
  const { app, ended } = route()
  const leaving = new AbortController()
  const response = await app.request('/', { signal: leaving.signal })
  expect(response.status).toBe(200)
  leaving.abort()
  await ended
})

it('HEAD opens no event stream', async () => {
  const { app, opened } = route()
  const response = await app.request('/', { method: 'HEAD' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  expect(opened()).toBe(0)
})

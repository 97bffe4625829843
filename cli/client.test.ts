import { expect, it } from 'vitest'
import { createClient } from './client.ts'

it('a stream that broke, and a server that is being started again, are asked again after the last event', async () => {
  const event = (id: number) => new Response(`id: ${id}\ndata: {"seq":${id}}\n\n`)
  const answers = [() => event(1), () => Promise.reject(new TypeError('fetch failed')), () => event(2)]
  const asked: (string | null)[] = []
  const send: typeof fetch = async (_address, init) => {
    asked.push(new Headers(init?.headers).get('last-event-id'))
    return (answers.shift() ?? (() => new Response(null, { status: 204 })))()
  }
  const client = createClient('http://127.0.0.1:3000', { send, signal: new AbortController().signal })
  const reported: unknown[] = []
  for await (const each of client.events('/v1/anything')) reported.push(each)
  expect(reported).toEqual([{ seq: 1 }, { seq: 2 }])
  expect(asked).toEqual(['0', '1', '1', '2'])
})

import { expect, it } from 'vitest'
import { createClient } from './client.ts'

const signal = new AbortController().signal

it('a stream that broke, and a server that is being started again, are asked again after the last event', async () => {
  const event = (id: number) => new Response(`id: ${id}\ndata: {"seq":${id}}\n\n`)
  const answers = [() => event(1), () => Promise.reject(new TypeError('fetch failed')), () => event(2)]
  const asked: (string | null)[] = []
  const send: typeof fetch = async (_address, init) => {
    asked.push(new Headers(init?.headers).get('last-event-id'))
    return (answers.shift() ?? (() => new Response(null, { status: 204 })))()
  }
  const client = createClient('http://127.0.0.1:3000', { send, signal })
  const reported: unknown[] = []
  for await (const each of client.follow(client.heddle.history('r'))) reported.push(each)
  expect(reported).toEqual([{ seq: 1 }, { seq: 2 }])
  expect(asked).toEqual([null, '1', '1', '2'])
})

it('a refusal that is expected is an answer, any other one an error with its field', async () => {
  const refused = (status: number) => async () =>
    Response.json({ error: { code: 'CONFLICT', message: 'Another was faster.', field: 'task_id' } }, { status })
  const client = (status: number) => createClient('http://127.0.0.1:3000', { send: refused(status), signal })
  const get = ({ api }: ReturnType<typeof client>) => api.GET('/v1/human-tasks/{id}', { params: { path: { id: 't' } } })
  const expected = client(409)
  expect(await expected.toldOrRefused(get(expected), [409])).toMatchObject({ error: { code: 'CONFLICT' } })
  const unexpected = client(422)
  await expect(unexpected.toldOrRefused(get(unexpected), [409])).rejects.toMatchObject({
    message: 'Another was faster. (task_id)',
    code: 'CONFLICT',
  })
})

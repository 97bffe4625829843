import { expect, it } from 'vitest'
import { HeddleClient } from './heddle-client.ts'
import { fakeServer } from './testing/fake-server.ts'

it('a signal to triggers answers what it has done at each, under a key of its own', async () => {
  const triggers = [{ workflow: 'Order', trigger: 'placed', state: 'started', run_id: 'r', reason: null }]
  const server = fakeServer([() => Response.json({ triggers }), () => Response.json({ triggers: [] })])
  const client = new HeddleClient({ baseUrl: 'https://heddle.example', fetch: server.fetch })
  expect(await client.signal('order.placed', { payload: { order_id: 42 } })).toEqual(triggers)
  expect(await client.signal('order.placed', { idempotencyKey: 'once' })).toEqual([])
  const [first, second] = server.asked
  expect([first?.method, first?.url.pathname, first?.body]).toEqual([
    'POST',
    '/v1/signals',
    '{"signal_name":"order.placed","payload":{"order_id":42}}',
  ])
  expect(first?.headers.get('idempotency-key')).toMatch(/^\S{16,}$/)
  expect(second?.headers.get('idempotency-key')).toBe('once')
})

import { expect, it } from 'vitest'
import { eventually } from '#server/api/testing/test-api.ts'
import { api, heddle, withApi } from './testing/command-line.ts'

withApi()

it('a signal starts the workflows that wait for it, once for a key', async () => {
  expect((await heddle(['signal', 'order.placed'])).said).toBe('No workflow waits for the signal order.placed.\n')
  await api.publish(`workflow_type: Signalled
triggers: [{ type: signal, signal: order.placed, correlate: string(payload.order_id) }]
steps: [{ name: Paid, type: SIGNAL, signal: order.placed }, { name: More, type: SIGNAL, signal: order.placed }]
`)
  const first = await heddle(['signal', 'order.placed', 'order_id=42', '--key', 'once'])
  expect(first.code, first.said).toBe(0)
  expect(first.out).toMatch(/^WORKFLOW +RESULT +RUN/)
  const [, runId = ''] = /^Signalled +started +(\S+)$/m.exec(first.out) ?? []
  expect((await heddle(['signal', 'order.placed', 'order_id=42', '--key', 'once'])).out).toBe(first.out)
  const second = await eventually(async () => {
    const { out } = await heddle(['signal', 'order.placed', '-d', '{"order_id":42}', '--json'])
    const { triggers } = JSON.parse(out) as { triggers: readonly { state: string; run_id: string | null }[] }
    return triggers[0]?.state === 'delivered' ? triggers[0] : undefined
  })
  expect(second.run_id).toBe(runId)
})

it('data that is no JSON is told', async () => {
  expect(await heddle(['signal', 'order.placed', '-d', '{'])).toMatchObject({ code: 2 })
})

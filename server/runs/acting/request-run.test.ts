import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { localActor } from '#server/access/actor.ts'
import { startTestApi, type TestApi } from '../../api/testing/test-api.ts'
import { requestRun } from './request-run.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const text = 'workflow_type: Asks\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: Well\n'
  expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

describe('a key that comes again', () => {
  const numbers = Array.from({ length: 110_000 }, (_, index) => index % 10)
  it.each<readonly [string, { readonly input: Json; readonly clientState?: Json }]>([
    ['small', { input: { n: 1 } }],
    [
      'together with the state too large for the log',
      { input: { a: 'a'.repeat(200_000) }, clientState: 'b'.repeat(200_000) },
    ],
    ['of very many small numbers', { input: { numbers }, clientState: 'b'.repeat(60_000) }],
  ])('names the same run for the same request, and is refused with another: input %s', async (_, asked) => {
    const request = { workflow: 'Asks', ...asked, idempotencyKey: randomUUID() }
    const start = (more: object = {}) => requestRun(api.services.stores, localActor, { ...request, ...more })
    const { runId, created } = await start()
    expect(created).toBe(true)
    expect(await start(structuredClone(request))).toMatchObject({ runId, created: false })
    const other = { input: { ...(asked.input as object), more: 1 } }
    await expect(start(other)).rejects.toMatchObject({ code: 'IDEMPOTENCY_KEY_REUSED' })
  })
})

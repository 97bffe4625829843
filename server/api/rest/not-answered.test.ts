import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestApi, type TestApi } from '../testing/test-api.ts'

const text = 'workflow_type: Asks\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: May I?\n    groups: [all]\n'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  expect((await api.publish(text)).status).toBe(201)
})
afterAll(() => api.stop())

const bodyOf = async <Body>(answer: Response | Promise<Response>) => (await (await answer).json()) as Body
const startWaiting = async () =>
  (await bodyOf<{ run_id: string }>(api.post('/v1/workflows/run?name=Asks&wait=20000', {}))).run_id

it('202 with the id of what was asked while no engine is up, and done once when one is', async () => {
  const [verbRun, taskRun] = [await startWaiting(), await startWaiting()]
  const { items } = await bodyOf<{ items: { task_id: string; run_id: string; revision: number }[] }>(
    api.fetch('/v1/human-tasks?scope=all'),
  )
  const task = items.find(({ run_id }) => run_id === taskRun)
  await api.stopEngine()
  const key = { 'idempotency-key': randomUUID() }
  const resume = () => api.post(`/v1/workflow-runs/${verbRun}/resume`, { input: { yes: true } }, key)
  const decide = () =>
    api.post(`/v1/human-tasks/${task?.task_id}/decide`, { expected_revision: task?.revision, input: {} }, key)

  const answers = await Promise.all([resume(), resume(), decide()])
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
  const [first, again, decided] = await Promise.all(answers.map((answer) => bodyOf<{ operation_id: string }>(answer)))
  expect(first).toEqual({ run_id: verbRun, status: 'accepted', operation_id: expect.any(String) })
  expect(again).toEqual(first)
  expect(decided).toEqual({ outcome: 'accepted', operation_id: expect.any(String) })
  const { rows } = await api.services.stores.pool.query(
    'select operation_id, run_id from mailbox where handled_at is null order by run_id',
  )
  expect(rows).toEqual([
    { operation_id: first?.operation_id, run_id: verbRun },
    { operation_id: decided?.operation_id, run_id: taskRun },
  ])

  await api.startEngine()
  await expect.poll(async () => (await resume()).status).toBe(200)
  expect(await bodyOf(resume())).toMatchObject({ run_id: verbRun, status: 'completed' })
  await expect.poll(async () => (await decide()).status).toBe(200)
  expect(api.errors).toEqual([])
})

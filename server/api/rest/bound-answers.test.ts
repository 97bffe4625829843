import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, startTestApi, type TestApi } from '../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  const asks = `workflow_type: TwoAsks
steps: [ { name: First, type: HUMAN, output_key: f }, { name: Second, type: HUMAN, output_key: s } ]
`
  const waits = `workflow_type: Waits
steps: [ { name: Approved, type: SIGNAL, signal: approval, output_key: a } ]
`
  for (const text of [asks, waits]) expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

interface Run {
  readonly run_id: string
  readonly workflow_status: string
  readonly current_steps: readonly string[]
}

async function waiting(name: string): Promise<string> {
  const { run_id } = (await (await api.post(`/v1/workflows/run?name=${name}`, {})).json()) as Run
  await at(run_id, 'WAITING_HUMAN_INPUT')
  return run_id
}
const read = async (id: string) => (await (await api.fetch(`/v1/workflow-runs/${id}`)).json()) as Run
const at = (id: string, status: string, step?: string) =>
  eventually(async () => {
    const run = await read(id)
    return run.workflow_status === status && (step === undefined || run.current_steps.includes(step)) ? run : undefined
  })

it('F6: of two approvals at once the second does not approve the step that nobody had seen (ASVS 2.3.1)', async () => {
  const id = await waiting('TwoAsks')
  const path = `/v1/workflow-runs/${id}/approve`
  const answers = await Promise.all([api.post(path, {}), api.post(path, {})])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await read(id)).toMatchObject({ workflow_status: 'WAITING_HUMAN_INPUT', current_steps: ['Second'] })
  expect((await api.post(path, {})).status).toBe(200)
  await at(id, 'COMPLETED')
})

it('answers the one open HUMAN step by the signal approval, yes unless it says no', async () => {
  const id = await waiting('TwoAsks')
  const signal = (signal_name: string, payload?: unknown) =>
    api.post(`/v1/workflow-runs/${id}/signal`, { signal_name, payload })
  const wrong = await signal('approval', 5)
  expect(wrong.status).toBe(422)
  expect((await signal('approval')).status).toBe(200)
  await at(id, 'WAITING_HUMAN_INPUT', 'Second')
  expect((await signal('approve', { approved: false, note: 'too dear' })).status).toBe(200)
  await at(id, 'COMPLETED')
  const { output } = (await (await api.fetch(`/v1/workflow-runs/${id}`)).json()) as { output: object }
  expect(output).toMatchObject({ f: { approved: true }, s: { approved: false, note: 'too dear' } })
  expect((await signal('approval')).status).toBe(409)
})

it('leaves the signal to a SIGNAL step that waits for it by this name', async () => {
  const id = await waiting('Waits')
  const path = `/v1/workflow-runs/${id}/signal`
  expect((await api.post(path, { signal_name: 'approval', payload: { by: 'ana' } })).status).toBe(200)
  await at(id, 'COMPLETED')
})

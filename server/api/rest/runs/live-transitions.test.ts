import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
  for (const text of workflows) expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const workflows = [
  'workflow_type: Later\nsteps: [{ name: A, type: WAIT, duration_seconds: 86400 }]\n',
  'workflow_type: Asks\nsteps: [{ name: Approval, type: HUMAN, title: Approve }]\n',
  `workflow_type: AsksTwice
steps:
  - { name: First, type: HUMAN, title: Approve, dependencies: [] }
  - { name: Second, type: HUMAN, title: Approve, dependencies: [] }
`,
]

const start = async (name: string) =>
  ((await (await api.post(`/v1/workflows/run?name=${name}`, {})).json()) as { run_id: string }).run_id
const act = (runId: string, verb: string, body: object = {}) => api.post(`/v1/workflow-runs/${runId}/${verb}`, body)
const runOf = async (runId: string) => {
  const run = await (await api.fetch(`/v1/workflow-runs/${runId}`)).json()
  // The sentence says how long ago something happened.
  return { ...(run as { readonly status: string }), sentence: undefined }
}
const becomes = (runId: string, status: string) =>
  eventually(async () => ((await runOf(runId)).status === status ? true : undefined))
const historyOf = async (runId: string) => (await api.fetch(`/v1/workflow-runs/${runId}/history`)).json()

async function began(name: string, status: string): Promise<string> {
  const runId = await start(name)
  await becomes(runId, status)
  return runId
}

const approval = { signal_name: 'approval', payload: { approved: true } }

describe('a verb that does not fit the status of a live run', () => {
  it.each([
    ['running', 'resume', {}, () => began('Later', 'running')],
    ['running', 'approve', {}, () => began('Later', 'running')],
    [
      'paused',
      'pause',
      {},
      async () => {
        const runId = await began('Later', 'running')
        expect((await act(runId, 'pause')).status).toBe(200)
        return runId
      },
    ],
  ] as const)('is refused, and nothing changes: %s, %s (public run 13)', async (status, verb, body, begin) => {
    const runId = await begin()
    const before = [await runOf(runId), await historyOf(runId)]
    expect(before[0]).toMatchObject({ status })
    const response = await act(runId, verb, body)
    expect([response.status, await response.json()]).toMatchObject([409, { error: { code: 'INVALID_TRANSITION' } }])
    expect([await runOf(runId), await historyOf(runId)]).toEqual(before)
    await act(runId, 'cancel')
  })

  it('is refused where the signal approval may mean one of several steps, and nothing changes (public run 13)', async () => {
    const runId = await began('AsksTwice', 'waiting')
    await eventually(async () => {
      const { rows } = await api.services.stores.pool.query('select from human_task where run_id = $1', [runId])
      return rows.length === 2 ? true : undefined
    })
    const before = await historyOf(runId)
    const response = await act(runId, 'signal', approval)
    expect([response.status, await response.json()]).toMatchObject([409, { error: { code: 'AMBIGUOUS_WAIT' } }])
    expect(await historyOf(runId)).toEqual(before)
    await act(runId, 'cancel')
  })
})

describe('a verb that fits', () => {
  it.each([
    ['resume', 'Later', 'running', 'paused', {}],
    ['signal', 'Asks', 'completed', 'waiting', approval],
    ['approve', 'Asks', 'completed', 'waiting', {}],
  ] as const)('%s leads %s to %s from %s (public run 13)', async (verb, name, after, before, body) => {
    const runId = await began(name, before === 'paused' ? 'running' : before)
    if (before === 'paused') expect((await act(runId, 'pause')).status).toBe(200)
    await becomes(runId, before)
    expect((await act(runId, verb, body)).status).toBe(200)
    await becomes(runId, after)
    if (after === 'running') await act(runId, 'cancel')
  })
})

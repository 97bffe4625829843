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
  'workflow_type: Passes\nsteps: [{ name: A, function: t.pass }]\n',
  'workflow_type: Fails\nfail_fast: false\nsteps: [{ name: A, function: t.fail }]\n',
  'workflow_type: Asks\nsteps: [{ name: Approval, type: HUMAN, title: Approve }]\n',
]

interface Run {
  readonly run_id: string
  readonly status: string
}

const start = async (name: string, query = '&wait=20000') =>
  (await (await api.post(`/v1/workflows/run?name=${name}${query}`, {})).json()) as Run
const act = (runId: string, verb: string, body: object = {}) => api.post(`/v1/workflow-runs/${runId}/${verb}`, body)
const textOf = async (path: string) => (await api.fetch(path)).text()
/** Content of an answer without `sentence`, which says how long ago something happened. */
const contentOf = async (path: string) => ({ ...(JSON.parse(await textOf(path)) as object), sentence: undefined })
const statusOf = async (runId: string) => (JSON.parse(await textOf(`/v1/workflow-runs/${runId}`)) as Run).status
const becomes = (runId: string, status: string) =>
  eventually(async () => ((await statusOf(runId)) === status ? true : undefined))

const ended = {
  completed: () => start('Passes'),
  failed: () => start('Fails'),
  cancelled: async () => {
    const run = await start('Asks')
    expect((await act(run.run_id, 'cancel', { reason: 'No.' })).ok).toBe(true)
    await becomes(run.run_id, 'cancelled')
    return { ...run, status: 'cancelled' }
  },
} as const

describe('a run that has ended', () => {
  it.each(Object.keys(ended) as (keyof typeof ended)[])(
    'as %s refuses every verb of a live run, and nothing changes (public run 13)',
    async (status) => {
      const run = await ended[status]()
      expect(run.status).toBe(status)
      const paths = [`/v1/workflow-runs/${run.run_id}`, `/v1/workflow-runs/${run.run_id}/history`]
      const before = await Promise.all(paths.map(contentOf))
      for (const [verb, body] of [
        ['cancel', {}],
        ['pause', {}],
        ['resume', {}],
        ['approve', {}],
        ['signal', { signal_name: 'approval', payload: {} }],
      ] as const) {
        const response = await act(run.run_id, verb, body)
        expect([verb, response.status]).toEqual([verb, 409])
        expect(await response.json()).toMatchObject({ error: { code: 'INVALID_TRANSITION' } })
      }
      expect(await Promise.all(paths.map(contentOf))).toEqual(before)
    },
  )
})

describe('cancel', () => {
  it('ends a run that waits, one that is paused, and one that no engine has taken (public run 13)', async () => {
    const waiting = await start('Asks')
    expect(waiting.status).toBe('waiting')
    const paused = await start('Asks')
    expect((await act(paused.run_id, 'pause')).ok).toBe(true)
    await becomes(paused.run_id, 'paused')
    for (const { run_id } of [waiting, paused]) {
      expect((await act(run_id, 'cancel')).ok).toBe(true)
      await becomes(run_id, 'cancelled')
    }
    await api.stopEngine()
    const pending = await start('Asks', '')
    expect(pending.status).toBe('pending')
    const asked = act(pending.run_id, 'cancel')
    await api.startEngine()
    expect((await asked).ok).toBe(true)
    await becomes(pending.run_id, 'cancelled')
  })
})

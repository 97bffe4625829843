import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import { appRouter } from './router.ts'
import { dataOf } from './testing/data-of.ts'
import { eventually, startTestApi, type TestApi } from './testing/test-api.ts'

/** A compensation that never returns: a run that rolls back until somebody ends it. */
const functions = 'export function hang() { return new Promise(() => undefined) }'
const text = `workflow_type: Stuck
saga_enabled: true
steps:
  - name: Book
    function: t.double
    compensate_function: t.hang
  - name: Fail
    function: t.fail
`

let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
beforeAll(async () => {
  api = await startTestApi({ functions })
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
  expect((await api.publish(text)).status).toBe(201)
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

/** A run whose compensation has begun. */
async function stuckRun(): Promise<string> {
  const { runId } = await caller.runs.start({ workflow: 'Stuck', input: { n: 1 } })
  await eventually(async () => {
    const { events } = await caller.runs.get({ runId })
    return events.some(({ type }) => type === 'workflow.compensation.started') ? true : undefined
  })
  return runId
}

const ended = { status: 'FAILED', phase: 'FAILED_UNSAFE' }

describe('a run that rolls back', () => {
  it('is ended by force over REST, where the preview and the actions say so first', async () => {
    const runId = await stuckRun()
    const at = `/v1/workflow-runs/${runId}`
    const read = async (path: string) => (await api.fetch(path)).json()
    const { actions } = (await read(at)) as { readonly actions: readonly { readonly verb: string }[] }
    expect(actions.find(({ verb }) => verb === 'cancel')).toMatchObject({ allowed: true, force: true })
    expect(await read(`${at}/preview?of=cancel`)).toEqual({
      allowed: false,
      because: expect.stringContaining('use force to end it as it is'),
    })
    expect(await read(`${at}/preview?of=cancel&force=true`)).toEqual({
      allowed: true,
      ends: 'FAILED',
      undoes: [],
      waits_for: [],
      not_undone: ['Book'],
      abandoned: [],
    })
    const refused = await api.post(`${at}/cancel`, {})
    expect([refused.status, await refused.json()]).toMatchObject([409, { error: { code: 'INVALID_TRANSITION' } }])
    const both = await api.post(`${at}/cancel`, { force: true, compensate: true })
    expect([both.status, await both.json()]).toMatchObject([422, { error: { code: 'INVALID_INPUT', field: 'force' } }])
    const done = await api.post(`${at}/cancel`, { force: true, reason: 'it hangs' })
    expect([done.status, await done.json()]).toMatchObject([200, { workflow_status: 'FAILED', phase: 'FAILED_UNSAFE' }])
    const { events } = await caller.runs.get({ runId })
    expect(events.find(({ type }) => type === 'workflow.run.cancelled')?.payload).toMatchObject({
      not_undone: ['Book'],
      ended_by: { actor: { id: 'local' }, reason: 'it hangs' },
    })
  })

  it('is ended by force over tRPC', async () => {
    const runId = await stuckRun()
    await expect(caller.runs.cancel({ runId })).rejects.toMatchObject({ cause: { code: 'INVALID_TRANSITION' } })
    expect(await caller.runs.cancel({ runId, force: true })).toMatchObject({ outcome: 'done' })
    expect(await caller.runs.get({ runId })).toMatchObject(ended)
  })
})

describe('a run that does not roll back', () => {
  it('says before it is cancelled what is undone, and what stays', async () => {
    const { runId } = await caller.runs.start({ workflow: 'Stuck', input: { n: 1 }, drive: 'manual' })
    const preview = async (query: string) =>
      (await api.fetch(`/v1/workflow-runs/${runId}/preview?of=cancel${query}`)).json()
    await eventually(async () => (await caller.runs.nextStep({ runId })) && true)
    await eventually(async () => ('n' in dataOf(await caller.runs.get({ runId })) ? true : undefined))
    expect(await preview('')).toMatchObject({ ends: 'CANCELLED', undoes: [], not_undone: ['Book'] })
    expect(await preview('&compensate=true')).toMatchObject({ ends: null, undoes: ['Book'], not_undone: [] })
    expect(await preview('&force=maybe')).toMatchObject({ error: { field: 'force' } })
  })
})

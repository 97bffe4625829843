import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { localActor } from '#server/access/actor.ts'
import type { RunFilter } from '#server/runs/list/run-filter.ts'
import { appRouter } from '../../router.ts'
import { eventually, startTestApi, type TestApi } from '../../testing/test-api.ts'

/** What a run waits for in some depth; `Both` awaits a signal first, and then a person beside it. */
const texts = [
  'workflow_type: Person\nsteps:\n  - name: Ask\n    type: HUMAN\n    title: Well\n',
  'workflow_type: Signal\nsteps:\n  - name: Paid\n    type: SIGNAL\n    signal: paid\n',
  `workflow_type: Both
steps:
  - { name: Begin, function: t.pass, next: [Paid, Then] }
  - { name: Paid, type: SIGNAL, signal: paid, next: END }
  - { name: Then, type: SIGNAL, signal: then }
  - { name: Ask, type: HUMAN, title: Well }
`,
  'workflow_type: Above\nsteps:\n  - name: Down\n    type: SUB_WORKFLOW\n    sub_workflow_type: Both\n',
  `workflow_type: Signals
steps:
  - { name: Begin, function: t.pass, next: [One, Two] }
  - { name: One, type: SIGNAL, signal: one, next: END }
  - { name: Two, type: SIGNAL, signal: two, next: END }
`,
]
let api: TestApi
let caller: ReturnType<typeof appRouter.createCaller>
beforeAll(async () => {
  api = await startTestApi()
  caller = appRouter.createCaller({ ...api.services, actor: localActor })
  for (const text of texts) expect((await api.publish(text)).status).toBe(201)
  const start = async (workflow: string, count: number) => {
    const { runId } = await caller.runs.start({ workflow, input: {} })
    await waits(runId, count)
    return runId
  }
  await start('Person', 1)
  await start('Signal', 1)
  await start('Signals', 2)
  for (const runId of [await start('Both', 2), await start('Above', 2)]) {
    const { items } = await caller.runs.list({ workflow: 'Both' })
    const asked = items.find((run) => run.runId === runId || run.parentRunId === runId)?.runId ?? ''
    await caller.runs.signal({ runId: asked, name: 'then', payload: null })
    await eventually(async () => (await caller.inbox.list({ scope: 'all', filter: { belowRunId: runId } })).items[0])
    await waits(runId, 2)
  }
})
afterAll(async () => {
  await api.stop()
  expect(api.errors).toEqual([])
})

const waits = (runId: string, count: number) =>
  eventually(async () => ((await caller.runs.get({ runId })).humanWait?.count === count ? true : undefined))

async function found(filter: RunFilter): Promise<readonly string[]> {
  const { items } = await caller.runs.list(filter)
  expect(await caller.runs.count(filter)).toEqual({ count: items.length, more: false })
  return items.map(({ workflow }) => workflow).toSorted()
}

describe('runs that wait for a person, or for a signal', () => {
  it('are told apart at every level, whatever has been awaited for longer', async () => {
    expect(await found({ waitingFor: 'person' })).toEqual(['Above', 'Both', 'Both', 'Person'])
    expect(await found({ waitingFor: 'signal' })).toEqual(['Above', 'Both', 'Both', 'Signal', 'Signals'])
    expect(await found({ waitingFor: 'person', rootsOnly: true })).toEqual(['Above', 'Both', 'Person'])
  })

  it('are found by programs by the same words', async () => {
    const response = await api.fetch('/v1/workflow-runs?waiting_for=person&roots_only=true')
    expect(((await response.json()) as { items: readonly object[] }).items).toHaveLength(3)
    expect((await api.fetch('/v1/workflow-runs?waiting_for=godot')).status).toBe(400)
  })

  it('are counted by the overview as the list does that its numbers lead to', async () => {
    const { waitingRuns } = await caller.overview.get()
    expect(waitingRuns).toEqual({ person: { count: 3, more: false }, signal: { count: 4, more: false } })
  })

  it('leave the list once nothing is awaited', async () => {
    const { items } = await caller.runs.list({ workflow: 'Above' })
    await caller.runs.cancel({ runId: items[0]?.runId ?? '' })
    await eventually(async () => {
      const { items: left } = await caller.runs.list({ waitingFor: 'person' })
      return left.length === 2 ? true : undefined
    })
    expect(await found({ waitingFor: 'person' })).toEqual(['Both', 'Person'])
    expect(await found({ waitingFor: 'signal' })).toEqual(['Both', 'Signal', 'Signals'])
  })
})

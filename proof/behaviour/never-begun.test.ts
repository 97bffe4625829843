import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Definition, Step } from '#core/definition/definition.ts'
import { createHarness, type Harness, poll } from '../testing/harness.ts'

const step = (name: string, more: object): Step => ({ name, ...more }) as Step

const child = (name: string, more: object = {}) =>
  step(name, { type: 'SUB_WORKFLOW', sub_workflow_type: 'Child', ...more })

/** Fails at its start: its title reads what is not there. */
const broken = (name: string, more: object = {}) =>
  step(name, { type: 'HUMAN', title: '{{ state.missing.deep }}', ...more })

const half = (type: object = {}) =>
  step('Both', {
    type: 'PARALLEL',
    tasks: [
      { name: 'one', sub_workflow_type: 'Child' },
      { name: 'two', sub_workflow_type: 'Child', input: { id: '{{ state.missing.deep }}' } },
    ],
    ...type,
  })

const cases: readonly [string, string, readonly Step[], Partial<Definition>][] = [
  ['an item beside its own fails', 'FAILED', [half()], {}],
  ['an item beside its own fails, in a saga', 'FAILED_ROLLED_BACK', [half()], { saga_enabled: true }],
  ['the step is ignored that gave it up', 'COMPLETED', [half({ on_error: 'ignore' })], {}],
  ['a branch beside it fails', 'FAILED', [child('Sub'), broken('Ask', { dependencies: [] })], {}],
  [
    'a branch beside it fails, in a saga',
    'FAILED_ROLLED_BACK',
    [child('Sub'), broken('Ask', { dependencies: [] })],
    { saga_enabled: true },
  ],
]

let harness: Harness
beforeAll(async () => {
  harness = await createHarness()
  await harness.engine()
  await harness.publish('Child', [step('Mark', { type: 'TRANSFORM', set: { done: 'true' } })])
})
afterAll(() => harness.close())

async function runsBelow(runId: string): Promise<number> {
  const { rows } = await harness.pool.query('select id from run where parent_run_id = $1', [runId])
  return rows.length
}

describe('a child that is given up in the commit that spawns it', () => {
  it.each(cases)('is said to have ended: %s', async (name, status, steps, more) => {
    await harness.publish(name, steps, more)
    const runId = await harness.start(name)
    await harness.until(runId, status)
    expect(await runsBelow(runId)).toBe(0)
    const ended = (await harness.history(runId)).filter(({ type }) => type === 'workflow.child.ended')
    expect(ended).toMatchObject([{ payload: { status: 'CANCELLED', verdict: 'safe', never_began: true } }])
    expect(await harness.violations()).toEqual([])
  })

  it('begins if it goes on without its parent', async () => {
    const steps = [child('Sub', { on_parent_close: 'abandon' }), broken('Ask', { dependencies: [] })]
    await harness.publish('Abandons', steps)
    const runId = await harness.start('Abandons')
    await harness.until(runId, 'FAILED')
    const { rows } = await harness.pool.query<{ id: string }>('select id from run where parent_run_id = $1', [runId])
    expect(rows).toHaveLength(1)
    await harness.until(rows[0]?.id ?? '', 'COMPLETED')
    // The end of the child is mail to its ended parent, which an engine still has to answer.
    await poll(
      async () => (await harness.pool.query('select from ready')).rowCount === 0,
      async () => `run ${runId} did not answer the end of its child:\n${harness.lines.join('\n')}`,
    )
    expect(await harness.violations()).toEqual([])
  })
})

describe('a run that cannot be started, because no version of its workflow is published', () => {
  it('is told of by the run that would have started it, and that does not wait for it', async () => {
    await harness.publish('Forgets', [
      step('Start', { type: 'FIRE_AND_FORGET', workflow_type: 'Nowhere' }),
      step('Mark', { type: 'TRANSFORM', set: { done: 'true' } }),
    ])
    const runId = await harness.start('Forgets')
    await harness.until(runId, 'COMPLETED')
    const reported = async () => (await harness.history(runId)).find(({ type }) => type === 'workflow.child.ended')
    await poll(
      async () => (await reported()) !== undefined,
      async () => 'The history does not say that the run did not begin.',
    )
    expect(await reported()).toMatchObject({
      step: 'Start',
      payload: { never_began: true, error: { code: 'WORKFLOW_NOT_FOUND', step: 'Start' } },
    })
    await harness.until(runId, 'COMPLETED')
    expect(await harness.violations()).toEqual([])
  })
})

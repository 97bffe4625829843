import { describe, expect, test } from 'vitest'
import { Family } from '../../testing/family.ts'
import { ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, forget, parallel, subWorkflow } from '../../testing/steps.ts'

/** A run whose origin may have so many more descendants. */
function begun(steps: Parameters<typeof definition>[0], room: number, header = {}): ScriptedRun {
  const run = new ScriptedRun(definition(steps, { workflow_type: 'Grow' }), header)
  let left = room
  run.descendants = {
    most: 250,
    take() {
      left -= 1
      return left >= 0
    },
  }
  run.own()
  return run
}

describe('a run whose origin has as many descendants as may be', () => {
  test('fails at the step that would start one more, and says what to do', () => {
    const { outcome } = begun([subWorkflow('Again', 'Grow')], 0).state
    expect(outcome).toMatchObject({ status: 'FAILED', error: { code: 'DESCENDANTS_LIMIT', step: 'Again' } })
    expect(outcome?.error?.message).toBe(
      'The run run already has 250 runs below it, the maximum. Check whether Grow starts itself endlessly, or divide the work among several runs.',
    )
  })

  test('fails at a step that would start a detached run, and names the origin of all of them', () => {
    const { outcome } = begun([forget('Again', { workflow_type: 'Grow' })], 0, { origin_run_id: 'first' }).state
    expect(outcome?.error?.code).toBe('DESCENDANTS_LIMIT')
    expect(outcome?.error?.message).toContain('The run first already has')
  })

  test('does not try again, whatever the retry policy of the step', () => {
    const run = begun([subWorkflow('Again', 'Grow', { retry: { max_attempts: 5 } })], 0)
    expect(run.state.outcome?.error?.code).toBe('DESCENDANTS_LIMIT')
  })

  test('fails at the item of a PARALLEL step that exceeds the bound, by a function as well', () => {
    const tasks = ['a', 'b', 'c'].map((name) => ({ name, sub_workflow_type: 'Grow' }))
    const run = begun([parallel('All', { tasks, allow_partial_success: true })], 2)
    expect(Object.keys(run.state.children)).toHaveLength(2)
    const failed = run.history.flatMap((event) =>
      event.type === 'workflow.item.failed' ? [event.payload.error.code] : [],
    )
    expect(failed).toEqual(['DESCENDANTS_LIMIT'])
    const asking = begun([call('Ask')], 0)
    asking.ask('Ask', { kind: 'sub_workflow', workflow_type: 'Grow', initial_data: {} })
    expect(asking.state.outcome?.error?.code).toBe('DESCENDANTS_LIMIT')
  })
})

test('a step whose third task may not start starts none of them', () => {
  const tasks = ['a', 'b', 'c'].map((name) => ({ name, sub_workflow_type: 'Grow' }))
  const run = begun([parallel('All', { tasks })], 2)
  expect(run.state).toMatchObject({ children: {}, outcome: { error: { code: 'DESCENDANTS_LIMIT' } } })
})

describe('the origin of a run', () => {
  test('is its root; that of a detached run and of those below it is the origin of the run that started it', () => {
    const family = new Family([
      definition([forget('Start', { workflow_type: 'Report' }), subWorkflow('Below', 'Child')], {
        workflow_type: 'Root',
      }),
      definition([subWorkflow('Part', 'Part')], { workflow_type: 'Report' }),
      definition([call('Work')], { workflow_type: 'Part' }),
      definition([call('Work')], { workflow_type: 'Child' }),
    ])
    const headerOf = (workflow: string) => family.of(workflow).state.header
    const { run_id: origin_run_id } = headerOf('Root')
    expect(headerOf('Root')).not.toHaveProperty('origin_run_id')
    expect(headerOf('Child')).not.toHaveProperty('origin_run_id')
    expect(headerOf('Report')).toMatchObject({ origin_run_id, root_run_id: headerOf('Report').run_id })
    expect(headerOf('Part')).toMatchObject({ origin_run_id, root_run_id: headerOf('Report').run_id })
  })
})

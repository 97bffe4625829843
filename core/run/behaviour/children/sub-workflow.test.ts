import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { createEvents } from '../../start/create.ts'
import { statusClause } from '../../status-words.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, subWorkflow } from '../../testing/steps.ts'
import { viewsOf } from '../../views/view-table.ts'

const parent = (more = {}) =>
  definition([subWorkflow('Sub', 'Child', { input: { id: '{{ input.id }}' }, ...more }), call('After')], {
    workflow_type: 'Parent',
  })

function started(more = {}): ScriptedRun {
  const run = new ScriptedRun(parent(more), { input: { id: 7 }, owner_id: 'o', data_region: 'eu' })
  run.own()
  return run
}

describe('a SUB_WORKFLOW step', () => {
  test('A11, A43: spawns a child and the run is PENDING_SUB_WORKFLOW', () => {
    const run = started()
    expect(run.lines().slice(4)).toEqual([
      'Sub started',
      'Sub child.spawned',
      'run status_changed (ACTIVE to PENDING_SUB_WORKFLOW)',
    ])
    expect(run.owed('child', 'Sub')).toEqual({
      kind: 'child',
      id: 'id-1',
      step: 'Sub',
      iteration: 1,
      workflow: 'Child',
      input: { id: 7 },
      onParentClose: 'cancel',
    })
    expect(viewsOf(run.state)).toMatchObject({ publicStatus: 'running', taskState: 'blocked' })
    // They count until the child has ended and said that the world is as it was.
    expect(run.state.effects).toBe('none')
    expect(Object.values(run.state.children)[0]?.effects).toBe('final')
  })

  test('without an input the child gets that of its parent', () => {
    const run = new ScriptedRun(definition([subWorkflow('Sub', 'Child', { on_parent_close: 'abandon' })]), {
      input: [1],
    })
    run.own()
    expect(run.owed('child', 'Sub')).toMatchObject({ input: [1], onParentClose: 'abandon' })
  })

  test('A12, A57: a completed child gives the step its output and state its last result', () => {
    const run = started({ output_key: 'allocated' })
    expect(run.childEnded('Sub', 'COMPLETED', { a: 1 })).toEqual([
      'Sub child.ended',
      'Sub completed',
      'After started',
      'run status_changed (PENDING_SUB_WORKFLOW to ACTIVE)',
    ])
    expect(run.state.data).toEqual({ id: 7, sub_workflow_results: { Child: { a: 1 } }, allocated: { a: 1 } })
    expect(run.state.outputs.Sub).toEqual({ output: { a: 1 } })
    expect(run.state.children).toEqual({})
  })

  test('results of several workflows stand side by side, dots in names included', () => {
    const run = new ScriptedRun(definition([subWorkflow('A', 'x/one.two'), subWorkflow('B', 'Other')]))
    run.own()
    run.childEnded('A', 'COMPLETED', { a: 1 })
    run.childEnded('B', 'COMPLETED', { b: 1 })
    expect(run.state.data).toEqual({ sub_workflow_results: { 'x/one.two': { a: 1 }, Other: { b: 1 } } })
  })

  test('an output_key that cannot be set fails the step', () => {
    const run = started({ output_key: 'id.deeper' })
    expect(run.childEnded('Sub', 'COMPLETED')[1]).toBe('Sub failed (STATE_PATH_INVALID)')
  })

  test.each(['FAILED', 'FAILED_ROLLED_BACK', 'FAILED_WORKER_CRASH', 'FAILED_CHILD_WORKFLOW', 'CANCELLED'])(
    'A20, A54, A59: a child that ends %s makes its parent FAILED_CHILD_WORKFLOW',
    (status) => {
      const run = started()
      expect(run.childEnded('Sub', status, {}, 'no stock')).toEqual([
        'Sub child.ended',
        'Sub failed (CHILD_FAILED)',
        'run failed (FAILED_CHILD_WORKFLOW)',
        'After skipped (failed)',
      ])
      expect(viewsOf(run.state)).toMatchObject({ publicStatus: 'failed', phase: 'FAILED_UNSAFE' })
      expect(run.state.outcome?.error?.message).toBe(`Sub-workflow Child ${statusClause(status)}: Inner: no stock`)
    },
  )

  test('A43, A66: a failure edge takes a failed child over', () => {
    const run = new ScriptedRun(
      definition([
        subWorkflow('Sub', 'Child', { on_failure: { target_step: 'Back_Order' }, next: ['END'] }),
        call('Back_Order'),
      ]),
    )
    run.own()
    expect(run.childEnded('Sub', 'CANCELLED')).toEqual([
      'Sub child.ended',
      'Sub failed (CHILD_FAILED, handled)',
      'Back_Order started',
      'run status_changed (PENDING_SUB_WORKFLOW to ACTIVE)',
    ])
  })

  test('A58: with a retry policy a failed child is followed by a new one', () => {
    const run = started({ retry: { max_attempts: 2 } })
    run.childEnded('Sub', 'FAILED')
    expect(run.fire('retry')).toContain('Sub child.spawned')
    expect(run.owed('child', 'Sub').id).toBe('id-2')
  })

  test('with fail_fast: false the run is FAILED_CHILD_WORKFLOW at its end', () => {
    const steps = [subWorkflow('Sub', 'Child'), call('Other', { dependencies: [] })]
    const run = new ScriptedRun(definition(steps, { fail_fast: false }))
    run.own()
    run.childEnded('Sub', 'FAILED')
    expect(run.complete('Other')).toEqual(['Other completed', 'run failed (FAILED_CHILD_WORKFLOW)'])
  })

  test('a timeout fails the step and cancels the child', () => {
    const run = started({ timeout_seconds: 5 })
    expect(run.fire('timeout')).toEqual([
      'Sub timer.fired',
      'Sub failed (TIMEOUT)',
      'run cancelled (fail_fast)',
      'After skipped (failed)',
    ])
    expect(run.sent).toMatchObject([{ to: 'id-1', command: { type: 'cancel', cause: 'parent' } }])
  })

  test('a broken input fails the step', () => {
    expect(started({ input: '{{ input.nothing.there }}' }).lines().slice(4, 6)).toEqual([
      'Sub started',
      'Sub failed (FIELD_NOT_FOUND)',
    ])
  })

  test('a function that asks for a child beyond the depth bound fails as well', () => {
    const run = new ScriptedRun(definition([call('A')]), { depth: limits.run.depth })
    run.own()
    expect(run.ask('A', { kind: 'sub_workflow', workflow_type: 'Child', initial_data: {} })).toContain(
      'A failed (DEPTH_EXCEEDED)',
    )
  })

  test('A60: beyond the depth bound the step fails and names the chain', () => {
    const header = { depth: limits.run.depth, ancestors: ['Root', 'Middle'] }
    const run = new ScriptedRun(parent({ input: 1 }), header)
    run.own()
    expect(run.state.outcome?.error).toMatchObject({
      code: 'DEPTH_EXCEEDED',
      message: 'Sub-workflows are nested more than 50 deep: Root > Middle > Parent > Child.',
    })
    const alone = new ScriptedRun(parent({ input: 1 }), { depth: limits.run.depth })
    alone.own()
    expect(alone.state.outcome?.error?.message).toContain('Parent > Child')
  })

  test('news of a child that nobody knows or awaits is stale', () => {
    const run = started()
    const ended = { type: 'child_ended', child_run_id: 'other', status: 'FAILED', state: {} } as const
    expect(run.refusal(ended).code).toBe('STALE')
    expect(run.refusal({ type: 'child_waits', child_run_id: 'other', waits: { count: 1 } }).code).toBe('STALE')
    run.send({ type: 'cancel', actor: ana })
    expect(run.refusal({ ...ended, child_run_id: 'id-1' }).code).toBe('STALE')
    expect(run.refusal({ type: 'child_waits', child_run_id: 'id-1', waits: { count: 1 } }).code).toBe('STALE')
  })
})

describe('a function that starts a sub-workflow', () => {
  test('A39: waits for it like a step', () => {
    const run = new ScriptedRun(definition([call('A', { timeout_seconds: 5 }), call('B')]))
    run.own()
    expect(run.ask('A', { kind: 'sub_workflow', workflow_type: 'Child', initial_data: { x: 1 } })).toEqual([
      'A child.spawned',
      'run status_changed (ACTIVE to PENDING_SUB_WORKFLOW)',
    ])
    expect(run.owed('child', 'A').input).toEqual({ x: 1 })
    expect(run.childEnded('A', 'COMPLETED', { y: 1 })).toContain('B started')
  })
})

test('A24: a run begins with created and queued', () => {
  const run = new ScriptedRun(definition([call('A')]))
  expect(createEvents(run.state.header, { now: 5 }).map(({ seq, at, type }) => [seq, at, type])).toEqual([
    [1, 5, 'workflow.run.created'],
    [2, 5, 'workflow.run.queued'],
  ])
})

import { describe, expect, test } from 'vitest'
import { eachItem, started } from '../../testing/loop-runs.ts'
import { ana } from '../../testing/scripted-run.ts'
import { call, decision, human, loop, subWorkflow } from '../../testing/steps.ts'
import { statusOf } from '../../views/status.ts'

describe('failures', () => {
  const both = [call('A'), call('B', { dependencies: [] })]

  test('a step that fails for good fails its loop and the run', () => {
    const run = started([eachItem(both), call('After')])
    expect(run.fail('A')).toEqual([
      'A failed (Error)',
      'Loop failed (Error)',
      'run cancelled (fail_fast)',
      'B skipped (run_ended)',
      'After skipped (failed)',
    ])
    expect(run.state.outcome?.error).toMatchObject({ step: 'A' })
  })

  test('a failure edge in the body takes over within the round', () => {
    const run = started([eachItem([call('A', { on_failure: { target_step: 'Mend' } }), call('Mend')])])
    expect(run.fail('A')).toEqual(['A failed (Error, handled)', 'Mend started'])
    expect(run.complete('Mend')).toContain('A@2 started')
  })

  test('one at the loop lets the round settle, then takes over', () => {
    const run = started([eachItem(both, { on_failure: { target_step: 'Mend' }, next: ['END'] }), call('Mend')])
    expect(run.fail('A')).toEqual(['A failed (Error)'])
    expect(run.complete('B')).toEqual(['B completed', 'Loop failed (Error, handled)', 'Mend started'])
  })

  test('a child that fails in a round is what its loop failed by', () => {
    const run = started([eachItem([subWorkflow('Sub', 'Child')])], undefined, { fail_fast: false })
    expect(run.childEnded('Sub', 'FAILED')).toContain('run failed (FAILED_CHILD_WORKFLOW)')
  })

  test('on_error: ignore goes on behind the loop', () => {
    const run = started([eachItem([call('A')], { on_error: 'ignore' }), call('After')])
    expect(run.fail('A')).toEqual(['A failed (Error)', 'Loop completed (ignored)', 'After started'])
  })

  test('without fail_fast the round settles and the other branches go on', () => {
    const run = started([eachItem(both, { next: ['END'] }), call('Other', { dependencies: [] })], undefined, {
      fail_fast: false,
    })
    run.fail('A')
    expect(run.fail('B')).toEqual(['B failed (Error)', 'Loop failed (Error)'])
    expect(run.complete('Other')).toContain('run failed (FAILED)')
  })

  test('the time limit of a loop ends what is in flight in it', () => {
    const inner = loop('Inner', [human('Ask')], { iterate_over: '[1]' })
    const run = started([eachItem([inner, call('Beside', { dependencies: [] })], { timeout_seconds: 5 })])
    expect(run.fire('timeout')).toEqual([
      'Loop timer.fired',
      'Ask human_task.closed (superseded)',
      'Ask skipped (superseded)',
      'Inner skipped (superseded)',
      'Beside skipped (superseded)',
      'Loop failed (TIMEOUT)',
      'run cancelled (fail_fast)',
    ])
  })

  test('a back edge over a loop gives up what is in flight there', () => {
    const steps = [
      call('First'),
      eachItem([human('Ask')], { next: ['END'] }),
      call('Watch', { dependencies: ['First'], next: ['Again'] }),
      decision('Again', [['true', 'First'], 'END']),
    ]
    const run = started(steps)
    run.complete('First')
    expect(run.complete('Watch')).toEqual(
      expect.arrayContaining(['Ask skipped (superseded)', 'Loop skipped (superseded)']),
    )
    run.complete('First')
    expect(run.lines()).toContain('Loop@2 started')
    expect(run.owed('human_task', 'Ask').iteration).toBe(2)
  })

  test('A21: cancelling ends the loop and what is in flight in it', () => {
    const run = started([eachItem([call('A'), call('B')])])
    expect(run.send({ type: 'cancel', actor: ana })).toEqual([
      'run cancelled (operator)',
      'Loop skipped (run_ended)',
      'A skipped (run_ended)',
      'B skipped (run_ended)',
    ])
  })
})

describe('a retry of the run', () => {
  test('goes on in the round that failed, with the step that failed', () => {
    const run = started([eachItem([call('A'), call('B')]), call('After')], { items: ['a', 'b', 'c'] })
    run.complete('A')
    run.complete('B')
    run.complete('A')
    run.fail('B')
    run.send({ type: 'retry', actor: ana })
    expect(run.plan()).toMatchObject([{ step: 'B', iteration: 2, attempt: 2, key: 'run/B/2/do', each: { item: 'b' } }])
    run.complete('B')
    run.complete('A')
    expect(run.complete('B')).toContain('After started')
  })

  test('of a run that failed elsewhere goes on with what was in flight and what had not begun', () => {
    const run = started([eachItem([call('A'), call('B')]), call('Other', { dependencies: [] })])
    run.fail('Other')
    run.send({ type: 'retry', actor: ana })
    expect(run.plan()).toMatchObject([
      { step: 'A', attempt: 2 },
      { step: 'Other', attempt: 2 },
    ])
    run.complete('A')
    expect(run.plan()).toMatchObject([{ step: 'Other' }, { step: 'B', attempt: 1 }])
  })

  test('from the loop begins it anew and takes back what its body wrote', () => {
    const run = started([eachItem([call('A')]), call('After')], { items: ['a', 'b'] })
    run.complete('A', { n: 1 })
    run.fail('A')
    run.send({ type: 'retry', actor: ana, from_step: 'Loop' })
    expect(run.state.data).toEqual({ items: ['a', 'b'] })
    expect(run.plan()).toMatchObject([{ step: 'A', iteration: 3, each: { item: 'a' } }])
  })

  test('from a step of the body is refused, and says what to name instead', () => {
    const run = started([eachItem([call('A')])])
    run.fail('A')
    expect(run.refusal({ type: 'retry', actor: ana, from_step: 'A' })).toMatchObject({
      code: 'STEP_NOT_FOUND',
      message: 'There is no step A to continue from; it is part of Loop: use that step.',
    })
  })

  test('of a child that failed in a loop lets the loop wait for it again', () => {
    const run = started([eachItem([subWorkflow('Sub', 'Child'), call('B')])])
    run.childEnded('Sub', 'FAILED')
    expect(statusOf(run.state)).toBe('FAILED_CHILD_WORKFLOW')
    expect(run.send({ type: 'child_retried', child_run_id: 'id-1' })).toEqual([
      'run retried',
      'run reopened (retry: Loop, Sub, B)',
      'Loop#2 started',
      'Sub#2 started',
      'Sub child.retried',
      'run status_changed (ACTIVE to PENDING_SUB_WORKFLOW)',
    ])
    expect(run.childRunEnded('id-1', 'COMPLETED')).toContain('B started')
  })
})

describe('a saga', () => {
  const undo = { compensate_function: 'f.undo' }

  test('A70: undoes every round in reverse order of completion', () => {
    const run = started([eachItem([call('A', undo), call('B', undo)]), call('After')], undefined, {
      saga_enabled: true,
    })
    for (const step of ['A', 'B', 'A', 'B']) run.complete(step, { by: step })
    run.fail('After')
    const undone: string[] = []
    for (let effect = run.plan()[0]; effect?.kind === 'attempt'; effect = run.plan()[0]) {
      undone.push(`${effect.step} ${effect.iteration}`)
      run.complete(effect.step)
    }
    expect(undone).toEqual(['B 2', 'A 2', 'B 1', 'A 1'])
    expect(statusOf(run.state)).toBe('FAILED_ROLLED_BACK')
  })

  test('lets what executes in a round settle, then ends the loop', () => {
    const inner = loop('Inner', [call('A', undo)], { iterate_over: '[1, 2]' })
    const run = started([eachItem([inner]), call('Other', { dependencies: [] })], undefined, { saga_enabled: true })
    run.fail('Other')
    expect(run.complete('A')).toEqual([
      'A completed',
      'Inner skipped (run_ended)',
      'Loop skipped (run_ended)',
      'Other compensation.completed (noop)',
      'A compensation.started',
    ])
  })

  test('a retry after a rollback begins the loop anew, with new keys', () => {
    const run = started([eachItem([call('A', undo)]), call('Last', undo), call('After')], undefined, {
      saga_enabled: true,
    })
    run.complete('A')
    run.complete('A')
    run.complete('Last')
    run.fail('After')
    run.fail('Last', 'Error', false)
    run.complete('A')
    run.complete('A')
    expect(statusOf(run.state)).toBe('FAILED')
    run.send({ type: 'retry', actor: ana })
    expect(run.plan()).toMatchObject([{ step: 'After' }])
  })

  test('a loop that failed in a round and was undone begins with its first one', () => {
    const body = [call('A', undo), call('B', undo)]
    const run = started([call('Z', undo), eachItem(body)], undefined, { saga_enabled: true })
    run.complete('Z')
    run.complete('A')
    run.complete('B')
    run.complete('A')
    run.fail('B')
    run.complete('A')
    run.complete('B')
    run.complete('A')
    run.fail('Z', 'Error', false)
    run.send({ type: 'retry', actor: ana })
    expect(run.plan()).toMatchObject([{ step: 'A', iteration: 3, each: { item: 'a' } }])
  })
})

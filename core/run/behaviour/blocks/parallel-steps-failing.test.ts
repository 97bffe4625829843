import { describe, expect, test } from 'vitest'
import { saga, side } from '../../testing/branch-runs.ts'
import { ana, ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human, loop, parallel, subWorkflow } from '../../testing/steps.ts'
import { openTasks } from '../../views/open-work.ts'

describe('a branch that fails', () => {
  test('is tried again by its own policy, then fails the PARALLEL step with its error; the others end', () => {
    const run = side([call('A', { retry: { max_attempts: 2 } }), human('Ask')])
    run.fail('A')
    run.fire('retry')
    run.fail('A', 'Broken')
    expect(run.state.outcome).toMatchObject({ status: 'FAILED', error: { code: 'Broken', message: 'A: A broke' } })
    expect(run.state.steps.Ask).toMatchObject({ status: 'skipped', reason: 'superseded' })
    expect(run.lines().some((line) => line.includes('human_task.closed'))).toBe(true)
    run.send({ type: 'retry', actor: ana })
    expect(run.state.open).toEqual(['P', 'A', 'Ask'])
    expect(run.state.steps.A).toMatchObject({ iteration: 1, attempt: 3, attemptsBefore: 2 })
    run.complete('A', { a: 1 })
    run.resume({ b: 2 })
    expect(run.state.data).toEqual({ a: 1, b: 2 })
  })

  test('can be left out, or ignored by itself, or time out', () => {
    const run = side([call('A'), call('B')], { allow_partial_success: true })
    run.fail('A', 'Final', false)
    run.complete('B', { b: 1 })
    expect(run.state.outputs.P?.output).toEqual({ B: { b: 1 } })
    run.fail('After', 'Final', false)
    // The branch that failed is no reason of the failure, and does not run again.
    run.send({ type: 'retry', actor: ana })
    expect(run.state.open).toEqual(['After'])
    const ignored = side([call('A', { on_error: 'ignore' }), human('Ask', { timeout_seconds: 3 })], {
      on_failure: { target_step: 'After' },
    })
    ignored.fail('A')
    ignored.fire('timeout')
    expect(ignored.state.steps.P).toMatchObject({ status: 'failed', handled: true, error: { code: 'TIMEOUT' } })
    expect(ignored.state.open).toEqual(['After'])
  })

  test('directives: a rollback fails the run, a jump ends the branch, a pause asks a person', () => {
    const rolled = side([call('A')], { allow_partial_success: true, on_failure: { target_step: 'After' } })
    rolled.ask('A', { kind: 'rollback', reason: 'enough' })
    expect(rolled.state.outcome?.error).toMatchObject({ code: 'ROLLBACK_REQUESTED' })
    const run = side([call('A'), call('B'), call('C')])
    run.ask('A', { kind: 'jump', target: 'END', result: { a: 1 } })
    run.ask('B', { kind: 'pause', result: { b: 1 } })
    run.ask('C', { kind: 'jump', target: 'After', result: null })
    expect(run.state.outcome?.error).toMatchObject({ code: 'JUMP_NOT_ALLOWED' })
    const paused = side([call('B', { title: 'Look closer' })])
    paused.ask('B', { kind: 'pause', result: { b: 1 } })
    expect(openTasks(paused.state)).toMatchObject([{ step: 'B', task: { title: 'Look closer' } }])
    expect(paused.state.data).toEqual({})
    paused.resume({ c: 2 })
    expect(paused.state.data).toEqual({ b: 1, c: 2 })
  })

  test('a time limit of the PARALLEL step ends its branches, and another try goes on with them', () => {
    const run = side([call('A'), human('Ask')], { timeout_seconds: 9, retry: { max_attempts: 2 } })
    run.complete('A', { a: 1 })
    run.fire('timeout')
    expect(run.state.steps.Ask).toMatchObject({ status: 'skipped', reason: 'superseded' })
    run.fire('retry')
    expect(run.state.open).toEqual(['P', 'Ask'])
    expect(run.state.steps.Ask).toMatchObject({ iteration: 1, attempt: 2 })
    run.resume({ b: 2 })
    expect(run.state.data).toEqual({ a: 1, b: 2 })
  })

  test('another try after a time limit also repeats the branches that had been left out', () => {
    const run = side([call('A'), human('Ask')], {
      allow_partial_success: true,
      timeout_seconds: 9,
      retry: { max_attempts: 2 },
    })
    run.fail('A', 'Final', false)
    expect(run.state.open).toEqual(['P', 'Ask'])
    run.fire('timeout')
    run.fire('retry')
    expect(run.state.open).toEqual(['P', 'A', 'Ask'])
    expect(run.state.steps.A).toMatchObject({ iteration: 1, attempt: 2 })
    run.complete('A', { a: 1 })
    run.resume({ b: 2 })
    expect(run.state.data).toEqual({ a: 1, b: 2 })
  })
})

describe('a saga', () => {
  const undo = { compensate_function: 'test.undo' }

  test('undoes the branches that completed, in the reverse order of their completion', () => {
    const run = side([call('A', undo), call('B', undo)], {}, saga)
    run.complete('B', { b: 1 })
    run.complete('A', { a: 1 })
    run.fail('After', 'Final', false)
    run.complete('A')
    run.complete('B')
    expect(run.state.outcome?.status).toBe('FAILED_ROLLED_BACK')
    const undone = run.history.flatMap((event) => (event.type === 'workflow.compensation.started' ? [event.step] : []))
    expect(undone).toEqual(['A', 'B'])
  })

  test('when a branch fails, waits end at once, and what executes settles first', () => {
    const run = side(
      [call('A'), human('Ask'), call('B', { ...undo, retry: { max_attempts: 3 } }), subWorkflow('Sub', 'Child')],
      {},
      saga,
    )
    run.fail('A', 'Final', false)
    expect(run.state.steps.Ask).toMatchObject({ reason: 'run_ended' })
    expect(run.state.open).toEqual(['P', 'B', 'Sub'])
    expect(Object.values(run.state.children)).toMatchObject([{ dropped: true }])
    run.childEnded('Sub', 'CANCELLED')
    // Nothing is tried again, and nobody is asked, once the step is given up.
    run.ask('B', { kind: 'pause', result: null })
    expect(run.state.outcome).toMatchObject({ status: 'FAILED_ROLLED_BACK', error: { message: 'A: A broke' } })
  })

  test('a branch that ends well while the step is given up is undone', () => {
    const run = side([call('A'), call('B', undo)], {}, saga)
    run.fail('A', 'Final', false)
    run.complete('B')
    run.complete('B')
    expect(run.state.outcome?.status).toBe('FAILED_ROLLED_BACK')
  })

  test('a rollback stops branches that have not begun, and waits for those that have', () => {
    const run = side([call('A', undo), human('Ask'), call('B')], { batch_size: 2 }, saga)
    run.send({ type: 'cancel', actor: ana, compensate: true })
    expect(run.state.open).toEqual(['P', 'A'])
    run.complete('A')
    run.complete('A')
    expect(run.state.outcome?.status).toBe('CANCELLED')
  })

  test('a rollback waits for the last branch, which completes the step', () => {
    const run = side([call('A', undo), call('B', undo)], {}, saga)
    run.complete('A')
    run.send({ type: 'cancel', actor: ana, compensate: true })
    run.complete('B')
    expect(run.state.steps.P).toMatchObject({ status: 'completed' })
    run.complete('B')
    run.complete('A')
    expect(run.state.outcome?.status).toBe('CANCELLED')
  })

  test('after a rollback that was not complete, a retry begins the PARALLEL step anew', () => {
    const run = side([call('A', undo), call('B', undo)], {}, saga)
    run.complete('A', { a: 1 })
    run.complete('B', { b: 1 })
    run.fail('After', 'Final', false)
    run.complete('B')
    for (let attempt = 1; attempt <= 3; attempt += 1) {
      run.fail('A')
      if (attempt < 3) run.fire('retry')
    }
    expect(run.state.outcome).toMatchObject({ status: 'FAILED', notUndone: ['A'] })
    run.send({ type: 'retry', actor: ana })
    expect(run.state.steps.P).toMatchObject({ iteration: 2 })
    expect(run.state.open).toEqual(['P', 'A', 'B'])
    expect(run.state.steps.A).toMatchObject({ iteration: 2 })
    run.complete('A')
    run.complete('B')
    run.complete('After')
    expect(run.state.outcome?.status).toBe('COMPLETED')
  })
})

test('a loop around an undone branch begins with its first round again', () => {
  const body = [parallel('P', { tasks: [call('A', { compensate_function: 'test.undo' })] }), call('Last')]
  const run = new ScriptedRun(definition([loop('L', body, { iterate_over: '[1, 2]' })], saga))
  run.own()
  run.complete('A')
  run.complete('Last')
  run.complete('A')
  run.fail('Last', 'Final', false)
  run.complete('A')
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    run.fail('A')
    if (attempt < 3) run.fire('retry')
  }
  run.send({ type: 'retry', actor: ana })
  expect(run.state.steps.L).toMatchObject({ status: 'looping', iteration: 2, rounds: { round: 0 } })
  expect(run.state.open).toEqual(['L', 'P', 'A'])
})

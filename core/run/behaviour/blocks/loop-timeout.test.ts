import { describe, expect, test } from 'vitest'
import { eachItem, started } from '../../testing/loop-runs.ts'
import { ana, type ScriptedRun } from '../../testing/scripted-run.ts'
import { call, decision, human, loop } from '../../testing/steps.ts'

const limited = { timeout_seconds: 60, output_key: 'all' }
const tried = { ...limited, retry: { max_attempts: 2 } }
const items = { items: ['a', 'b', 'c'] }
const retry = { type: 'retry', actor: ana } as const
const body = [call('A'), call('B')]

/** The limit comes while A works on the second of three items. */
function interrupted(more: typeof limited): ScriptedRun {
  const run = started([eachItem(body, more)], items)
  run.complete('A', { item: 'a' })
  run.complete('B', { item: 'a' })
  run.fire('timeout')
  return run
}

/** Every item is processed, each by each step. */
function finish(run: ScriptedRun): void {
  for (const item of ['b', 'c']) {
    for (const step of ['A', 'B']) {
      expect(run.owed('attempt', step).each).toMatchObject({ item })
      run.complete(step, { item })
    }
  }
  expect(run.state.outcome).toMatchObject({ status: 'COMPLETED' })
  expect(run.state.outputs.Loop?.output).toEqual({ iterations: 3, results: ['a', 'b', 'c'].map((item) => ({ item })) })
}

describe('a loop that timed out', () => {
  test('goes on in the round that was interrupted when the run is retried', () => {
    const run = interrupted(limited)
    expect(run.send(retry)).toEqual([
      'run retried',
      'run reopened (retry: Loop, A, B)',
      'Loop#2 started',
      'Loop timer.set (timeout)',
      'A@2#2 started',
    ])
    finish(run)
  })

  test('does so when it is tried again by its own policy', () => {
    const run = interrupted(tried)
    expect(run.fire('retry')).toEqual([
      'Loop timer.fired',
      'Loop#2 started',
      'Loop timer.set (timeout)',
      'run reopened (retry: A)',
      'A@2#2 started',
      'run status_changed (PENDING_ASYNC to ACTIVE)',
    ])
    finish(run)
  })

  const inner = loop('Inner', [human('Ask')], { iterate_over: '["x", "y"]' })

  test.each([
    ['the retry of the run', limited, (run: ScriptedRun) => run.send(retry)],
    ['its own', tried, (run: ScriptedRun) => run.fire('retry')],
  ])('goes on in the round of a loop within it, by %s', (_, more, again) => {
    const run = started([eachItem([inner], more)], { items: ['a'] })
    run.resume({ n: 1 })
    run.fire('timeout')
    again(run)
    expect(run.owed('human_task', 'Ask').iteration).toBe(2)
    run.resume({ n: 2 })
    expect(run.state.outcome).toMatchObject({ status: 'COMPLETED' })
    expect(run.state.outputs.Inner?.output).toEqual({ iterations: 2 })
  })

  test('a step that a back edge had led to is led to again', () => {
    const round = [call('A'), decision('Whether', [['state.again == true', 'A'], 'B']), call('B')]
    const run = started([eachItem(round, tried)], { items: ['a'] })
    run.complete('A', { again: true })
    run.fire('timeout')
    run.fire('retry')
    run.complete('A', { again: false })
    run.complete('B', { item: 'a' })
    expect(run.state.outcome).toMatchObject({ status: 'COMPLETED' })
  })

  test('leaves what was in flight in it as it was when a failure edge took over', () => {
    const run = started([
      eachItem([call('A')], { ...limited, on_failure: { target_step: 'Mend' }, next: ['END'] }),
      call('Mend'),
    ])
    run.fire('timeout')
    run.fail('Mend')
    expect(run.send(retry)).toEqual(['run retried', 'run reopened (retry: Mend)', 'Mend#2 started'])
  })
})

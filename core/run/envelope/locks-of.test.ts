import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { waitsOf } from '../plan/waits.ts'
import { begun } from '../testing/begun.ts'
import { locked, twoLocks } from '../testing/enveloped.ts'
import { overItems } from '../testing/parallel-runs.ts'
import { saga, undoable } from '../testing/saga.ts'
import { ana, type ScriptedRun } from '../testing/scripted-run.ts'
import { call, human, loop, parallel, signal, transform, wait } from '../testing/steps.ts'
import { leftToUndo } from './left-to-undo.ts'
import { locksOf, waitsForPeopleOnly } from './locks-of.ts'

const pause = { kind: 'directive', directive: { kind: 'pause', result: null } } as const
const askedItems = (asked: readonly number[]): ScriptedRun => {
  const run = overItems([1, 2])
  for (const item of asked) run.endItem('Each', item, pause)
  return run
}
const besides = { dependencies: [] }
const restless = loop('Turns', [transform('Turn', { n: '1' })], {
  while_condition: 'true',
  max_iterations: limits.run.loopIterations,
  ...besides,
})

describe('a run waits for people only', () => {
  const runs: readonly (readonly [string, () => ScriptedRun, boolean])[] = [
    ['when a step asks a person', () => begun([human('Ask')]), true],
    ['when a step awaits a signal', () => begun([signal('Paid', 'paid')]), true],
    ['when each item in flight asks a person', () => askedItems([0, 1]), true],
    ['when the task of a branch asks', () => begun([parallel('P', { tasks: [human('Ask'), human('Also')] })]), true],
    ['when a body of a loop asks', () => begun([loop('L', [human('Ask')], { iterate_over: '[1]' })]), true],
    ['but not while an item is called', () => askedItems([0]), false],
    ['but not while a step is called beside it', () => begun([human('Ask'), call('A', besides)]), false],
    [
      'but not while a step awaits time',
      () => begun([human('Ask'), wait('W', { duration_seconds: 9, ...besides })]),
      false,
    ],
    ['but not while a loop beside it rests between turns', () => begun([human('Ask'), restless]), false],
  ]

  test.each(runs)('%s', (_, make, only) => {
    expect(waitsForPeopleOnly(make().state)).toBe(only)
  })

  test('but not while an operator holds it', () => {
    const run = begun([human('Ask')])
    run.send({ type: 'pause', actor: ana })
    expect(waitsForPeopleOnly(run.state)).toBe(false)
  })
})

describe('the locks of a run', () => {
  test('are none without an envelope', () => {
    const run = begun([call('A')])
    expect(locksOf(run.executable, run.state)).toEqual({ request: null, holds: 'none', watches: [] })
  })

  test('are taken again before a rollback undoes anything', () => {
    const released = { ...twoLocks, locks: { while_waiting: 'release' } } as const
    const run = locked([undoable('A'), human('Ask')], released, { saga_enabled: true })
    run.complete('A')
    expect(locksOf(run.executable, run.state).holds).toBe('none')
    run.send({ type: 'cancel', actor: ana, compensate: true })
    expect(waitsOf(run.executable, run.state)).toEqual([{ kind: 'awaiting_locks', endedBy: null }])
    expect(locksOf(run.executable, run.state).request?.resources).toEqual(['device:1', 'device:2'])
    run.grant(2)
    expect(waitsOf(run.executable, run.state)).toMatchObject([{ kind: 'undoing' }])
  })
})

describe('what is left to undo', () => {
  test('of a run without an envelope is what its compensations can undo, the last first', () => {
    const run = saga([undoable('A'), undoable('B'), call('C')])
    run.complete('A')
    run.complete('B')
    expect(leftToUndo(run.state)).toEqual([
      { step: 'B', undoable: true },
      { step: 'A', undoable: true },
    ])
  })

  test('of a run with an envelope has the steps that nothing can undo as well', () => {
    const run = locked([call('A'), undoable('B'), call('C')])
    run.complete('A')
    run.complete('B')
    expect(leftToUndo(run.state)).toContainEqual({ step: 'A', undoable: false })
  })
})

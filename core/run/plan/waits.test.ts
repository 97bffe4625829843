import { describe, expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { begun } from '../testing/begun.ts'
import { enveloped, twoLocks } from '../testing/enveloped.ts'
import { saga, undoable } from '../testing/saga.ts'
import { ana, ScriptedRun } from '../testing/scripted-run.ts'
import {
  call,
  definition,
  human,
  loop,
  parallel,
  signal,
  subWorkflow,
  transform,
  wait,
  work,
} from '../testing/steps.ts'
import { waitsOf, type waitTable } from './waits.ts'

const kinds = (run: ScriptedRun) => waitsOf(run.executable, run.state).map(({ kind }) => kind)
const pause = { type: 'pause', actor: ana } as const
const compensate = { type: 'cancel', actor: ana, compensate: true } as const

/** A run in each of the waits, and what waits beside it. Every batch of each is held against the table (check-batch.ts). */
const inWait: { readonly [Kind in keyof typeof waitTable]: () => ScriptedRun } = {
  accepted: () => new ScriptedRun(definition([call('A')])),
  awaiting_conditions: () => enveloped({ conditions: [{ name: 'approved', signal: 'go' }] }),
  discovering: () => enveloped({ discover: { function: 'f' } }),
  awaiting_locks: () => enveloped(twoLocks),
  held: () => {
    const run = begun([call('A')])
    run.send(pause)
    return run
  },
  driven_by_hand: () => {
    const run = new ScriptedRun(definition([call('A')]), { drive: 'manual' })
    run.own()
    return run
  },
  running: () => begun([call('A')]),
  with_workers: () => begun([work('A')]),
  backing_off: () => {
    const run = begun([call('A', { retry: { max_attempts: 2 } })])
    run.fail('A')
    return run
  },
  held_back: () => {
    const run = begun([call('A', { retry: { max_attempts: 2 } })])
    run.fail('A')
    run.send(pause)
    run.fire('retry')
    return run
  },
  waiting_person: () => begun([human('A')]),
  waiting_signal: () => begun([signal('A', 'go')]),
  waiting_time: () => begun([wait('A', { duration_seconds: 5 })]),
  waiting_child: () => begun([subWorkflow('A', 'Child')]),
  fanned_out: () => begun([parallel('A', { tasks: [{ name: 'one', function: 'f' }] })]),
  looping: () => begun([loop('A', [call('Inner')], { iterate_over: '[1]' })]),
  resting: () =>
    begun([
      loop('A', [transform('Inner', { n: '1' })], {
        while_condition: 'true',
        max_iterations: limits.run.loopIterations,
      }),
    ]),
  settling: () => {
    const run = saga([call('A')])
    run.send(compensate)
    return run
  },
  settling_below: () => {
    const run = saga([parallel('A', { tasks: [{ name: 'one', sub_workflow_type: 'Child' }] })])
    run.send(compensate)
    return run
  },
  undoing: () => {
    const run = saga([undoable('A'), call('B')])
    run.complete('A')
    run.fail('B')
    return run
  },
  undoing_again: () => {
    const run = inWait.undoing()
    run.fail('A')
    return run
  },
}

describe('what a run waits for', () => {
  test.each(Object.entries(inWait))('may be: %s', (kind, make) => {
    expect(kinds(make())).toContain(kind)
  })

  test('is what its steps wait for, beside the hold that keeps it', () => {
    const run = begun([human('Ask'), call('B', { dependencies: [] })])
    expect(kinds(run)).toEqual(['waiting_person', 'running'])
    run.send(pause)
    expect(kinds(run)).toEqual(['held', 'waiting_person', 'running'])
  })

  test('is for a run below it while it turns back, also beside a loop', () => {
    const run = saga([
      loop('Each', [call('Inner')], { iterate_over: '[1]', dependencies: [] }),
      subWorkflow('Sub', 'Child', { dependencies: [] }),
    ])
    run.send(compensate)
    expect(kinds(run)).toEqual(['settling', 'settling_below'])
  })

  test('is nothing once it has ended', () => {
    const run = begun([call('A')])
    run.complete('A')
    expect(kinds(run)).toEqual([])
  })
})

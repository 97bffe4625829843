import { describe, expect, it } from 'vitest'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, human } from '#core/run/testing/steps.ts'
import { type Mark, marksOf, nextMark, thinned } from './marks.ts'

describe('marks', () => {
  it('say where a run waited, failed and was undone', () => {
    const booking = (name: string) => call(name, { compensate_function: `test.undo_${name.toLowerCase()}` })
    const run = new ScriptedRun(definition([booking('Flight'), human('Confirm'), call('Pay')], { saga_enabled: true }))
    run.own()
    run.complete('Flight')
    run.resume({})
    run.fail('Pay', 'Declined', false)
    run.complete('Flight')
    const said = marksOf(run.history).map(({ seq, kind }) => `${run.history[seq - 1]?.type.slice(9)} ${kind}`)
    expect(said).toEqual([
      'human_task.opened wait',
      'node.failed failure',
      'run.rolling_back undo',
      'compensation.completed undo',
      'run.failed failure',
    ])
  })

  it('are sought from one to the next', () => {
    const marks: readonly Mark[] = [
      { seq: 4, kind: 'wait' },
      { seq: 9, kind: 'failure' },
    ]
    expect([nextMark(marks, 4, 1)?.seq, nextMark(marks, 9, 1)?.seq]).toEqual([9, undefined])
    expect([nextMark(marks, 9, -1)?.seq, nextMark(marks, 4, -1)?.seq]).toEqual([4, undefined])
  })

  it('are thinned to what can be told apart, the gravest of each place kept', () => {
    const marks = Array.from({ length: 1_000 }, (_, index): Mark => {
      return { seq: index + 1, kind: index === 500 ? 'failure' : 'wait' }
    })
    const kept = thinned(marks, 1_000, 100)
    expect(kept).toHaveLength(100)
    expect(kept.filter(({ kind }) => kind === 'failure')).toEqual([{ seq: 501, kind: 'failure' }])
    expect(thinned(marks.slice(0, 3), 1_000, 100)).toHaveLength(3)
  })
})

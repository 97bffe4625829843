import { describe, expect, it } from 'vitest'
import type { Json } from '#core/json.ts'
import { ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, loop, transform } from '#core/run/testing/steps.ts'
import { momentOf } from '../instant/moment.ts'
import { indexRun } from '../instant/run-index.ts'
import { stepFacts } from '../step/step-facts.ts'
import { stateAround } from './state-around.ts'

function around(run: ScriptedRun, step: string, seq: number | null = null) {
  const index = indexRun(run.history)
  const moment = momentOf(index, seq)
  return stateAround(index, moment.seq, stepFacts(moment.events, step))
}

describe('the state around a step', () => {
  it('is what the step itself wrote, whatever others wrote meanwhile', () => {
    const run = new ScriptedRun(definition([call('A', { next: ['B', 'C'] }), call('B'), call('C')]), {
      input: { n: 1 },
    })
    run.own()
    run.complete('A')
    run.complete('C', { c: true })
    run.complete('B', { n: 2 } satisfies Json)
    expect(around(run, 'B')).toMatchObject({
      before: { n: 1, c: true },
      after: { n: 2, c: true },
      isOwn: true,
      diff: { entries: [{ name: 'n', diff: { kind: 'changed', before: 1, after: 2 } }] },
    })
    expect(around(run, 'A')).toMatchObject({ diff: null, isOwn: false })
  })

  it('is for a loop what changed while it ran, up to the instant', () => {
    const body = [transform('Add', { n: 'state.n + 1' })]
    const run = new ScriptedRun(
      definition([loop('Count', body, { while_condition: 'state.n < 3', max_iterations: 9 }), call('After')]),
      { input: { n: 0 } },
    )
    run.own()
    expect(around(run, 'Count')).toMatchObject({ before: { n: 0 }, after: { n: 3 }, isOwn: false })
    const first = run.history.find((event) => event.type === 'workflow.node.completed' && event.step === 'Add')
    expect(around(run, 'Count', first?.seq)).toMatchObject({ before: { n: 0 }, after: { n: 1 } })
  })

  it('is not there before the step began', () => {
    const run = new ScriptedRun(definition([call('A')]))
    expect(around(run, 'A')).toBeNull()
  })
})

import { expect, test } from 'vitest'
import { ana, ScriptedCodeRun } from '../code/testing/scripted-code-run.ts'
import { childrenOnTheirOwn } from './detached.ts'

const codeChild = () => {
  const run = new ScriptedCodeRun({ parent: { run_id: 'above', step: 'Sub', iteration: 1 }, root_run_id: 'above' })
  run.own()
  return run
}
const toParent = ({ sent }: ScriptedCodeRun) => sent.filter(({ to }) => to === 'above').map(({ command }) => command)

test('a run that continues as new owes its successor once, which no parent awaits', () => {
  const run = codeChild()
  run.send({ type: 'signal', actor: ana, signal_name: 'late', payload: 1 })
  const signals = [{ name: 'late', data: 1 }]
  run.answer({ outcome: { kind: 'continue_as_new', input: { n: 2 }, signals } })
  expect(childrenOnTheirOwn(run.history, new Set())).toEqual([
    {
      kind: 'child',
      id: 'id-1',
      step: 'continueAsNew',
      iteration: 1,
      workflow: 'Messages',
      input: { n: 2 },
      onParentClose: 'abandon',
      continues: signals,
    },
  ])
  // The parent hears of the end of the chain, not of this run's.
  expect(toParent(run)).toEqual([])
})

test('a run of code tells its parent its result, and nothing as the result where it failed', () => {
  const good = codeChild()
  good.answer({ outcome: { kind: 'completed', result: { paid: true } } })
  expect(toParent(good)).toMatchObject([{ type: 'child_ended', status: 'COMPLETED', state: { paid: true } }])
  const bad = codeChild()
  bad.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'no' } } })
  expect(toParent(bad)).toMatchObject([{ type: 'child_ended', status: 'FAILED', state: null }])
})

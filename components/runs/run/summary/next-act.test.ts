import { expect, it } from 'vitest'
import { ana, ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { definition, human, signal, subWorkflow } from '#core/run/testing/steps.ts'
import { nextAct } from './next-act.ts'

const started = (...steps: Parameters<typeof definition>[0]) => {
  const run = new ScriptedRun(definition(steps))
  run.own()
  return run
}

it('is the decision that is awaited longest', () => {
  const run = started(human('Ask'))
  expect(nextAct(run.state)).toEqual({ kind: 'decide', taskId: run.owed('human_task', 'Ask').id })
  run.send({ type: 'resume', actor: ana, input: {} })
  expect(nextAct(run.state)).toBeNull()
})

it('is a signal where a step waits for one', () => {
  expect(nextAct(started(signal('Paid', 'paid')).state)).toEqual({ kind: 'signal' })
})

it('is in the run below where that is what waits for a signal', () => {
  const run = started(subWorkflow('Sub', 'Child'))
  const oldest = { run_id: 'below', task_id: 'signal:Paid:1', step: 'Paid', workflow: 'Child', since: 1 }
  const child_run_id = run.owed('child', 'Sub').id
  run.send({ type: 'child_waits', child_run_id, waits: { count: 1, oldest } })
  expect(nextAct(run.state)).toEqual({ kind: 'elsewhere', runId: 'below' })
})

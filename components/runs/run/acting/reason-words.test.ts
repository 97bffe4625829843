import { expect, it } from 'vitest'
import { ana, ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, parallel, subWorkflow } from '#core/run/testing/steps.ts'
import { reasonWords } from './reason-words.ts'

const started = (...steps: Parameters<typeof definition>[0]) => {
  const run = new ScriptedRun(definition(steps))
  run.own()
  return run
}

it('says before a run is cancelled what becomes of those below it', () => {
  const said = (run: ScriptedRun) => reasonWords('cancel', run.state).consequence
  expect(said(started(call('A')))).toMatch(/What its steps did so far stays done\.$/)
  expect(said(started(subWorkflow('Ship', 'Shipping')))).toMatch(/ The sub-workflow Shipping is cancelled with it\.$/)
  expect(said(started(subWorkflow('Ship', 'Shipping', { on_parent_close: 'abandon' })))).toMatch(
    / The sub-workflow Shipping goes on without it\.$/,
  )
  const tasks = ['one', 'two'].map((name) => ({ name, sub_workflow_type: 'Shipping' }))
  const many = started(parallel('Ship', { tasks }))
  expect(said(many)).toMatch(/ 2 sub-workflows are cancelled with it\.$/)
  many.send({ type: 'cancel', actor: ana })
  expect(said(many)).not.toContain('sub-workflow')
})

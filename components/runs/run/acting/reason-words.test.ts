import { expect, it } from 'vitest'
import { ScriptedCodeRun, sleep } from '#core/run/code/testing/scripted-code-run.ts'
import { ana, ScriptedRun } from '#core/run/testing/scripted-run.ts'
import { call, definition, parallel, subWorkflow } from '#core/run/testing/steps.ts'
import { reasonWords } from './reason-words.ts'

const started = (...steps: Parameters<typeof definition>[0]) => {
  const run = new ScriptedRun(definition(steps))
  run.own()
  return run
}

it('says before the rollback of a run is ended what is left and what nobody knows of', () => {
  const run = new ScriptedRun(
    definition(
      [
        call('A', { compensate_function: 'test.undo', next: ['Slow', 'Boom'] }),
        call('Slow', { next: ['END'] }),
        call('Boom'),
      ],
      { saga_enabled: true },
    ),
  )
  run.own()
  run.complete('A')
  run.fail('Boom')
  expect(reasonWords('cancel', run.state)).toMatchObject({
    title: 'End this run now?',
    consequence:
      'Stops the rollback and ends the run as it is. Not undone: A. May still complete: Slow. Check manually.',
    danger: true,
  })
  run.complete('Slow')
  expect(reasonWords('cancel', run.state).consequence).toBe(
    'Stops the rollback and ends the run as it is. Not undone: A.',
  )
  const above = started(subWorkflow('Sub', 'Child'))
  const turned = new ScriptedRun(above.executable.definition, { saga: true })
  turned.own()
  turned.send({ type: 'cancel', actor: ana, compensate: true })
  expect(reasonWords('cancel', turned.state).consequence).toContain('Sub-workflows continue their rollback.')
})

it('offers before code is cancelled what it has registered to undo its work', () => {
  const run = new ScriptedCodeRun()
  run.own()
  run.answer({ commands: [sleep(1)] })
  expect(reasonWords('cancel', run.state).options).toMatchObject([{ id: 'force' }])
  run.fire('wait')
  const refund = { kind: 'compensation', n: 2, name: 'refund', function: 'activities.refund', args: [] } as const
  run.answer({ commands: [refund, sleep(3)] })
  const words = reasonWords('cancel', run.state)
  expect(words.options).toMatchObject([{ id: 'compensate' }, { id: 'force' }])
  expect(words.consequence).toContain('can be undone: compensation:refund#2.')
  run.fire('wait')
  run.answer({ outcome: { kind: 'violation', message: 'command 4 differs', details: {} } })
  expect(reasonWords('rollback', run.state)).toMatchObject({ title: 'Roll back this run?', verb: 'Roll back' })
})

it('says before a run is cancelled what becomes of those below it', () => {
  const said = (run: ScriptedRun) => reasonWords('cancel', run.state).consequence
  expect(said(started(call('A')))).toMatch(/Completed steps keep their effects\.$/)
  expect(said(started(subWorkflow('Ship', 'Shipping')))).toMatch(/ The sub-workflow Shipping is cancelled as well\.$/)
  expect(said(started(subWorkflow('Ship', 'Shipping', { on_parent_close: 'abandon' })))).toMatch(
    / The sub-workflow Shipping continues without it\.$/,
  )
  const tasks = ['one', 'two'].map((name) => ({ name, sub_workflow_type: 'Shipping' }))
  const many = started(parallel('Ship', { tasks }))
  expect(said(many)).toMatch(/ 2 sub-workflows are cancelled as well\.$/)
  many.send({ type: 'cancel', actor: ana })
  expect(said(many)).not.toContain('sub-workflow')
})

import { expect, it } from 'vitest'
import { executable } from '#core/definition/executable.ts'
import { ScriptedCodeRun } from '../code/testing/scripted-code-run.ts'
import { enveloped, twoLocks } from '../testing/enveloped.ts'
import { ScriptedRun } from '../testing/scripted-run.ts'
import { call, definition } from '../testing/steps.ts'
import { stepsDecider } from './steps-decider.ts'

const nothing = { request: null, holds: 'none', watches: [] }
const actor = { id: 'ana' }

it('a run of code asks for no locks and holds none', () => {
  const { decider, state } = new ScriptedCodeRun()
  expect(decider.locks(state)).toEqual(nothing)
})

it('a run of steps asks for the locks of its envelope', () => {
  const plain = definition([call('A')])
  expect(stepsDecider(executable(plain)).locks(new ScriptedRun(plain).state)).toEqual(nothing)
  const run = enveloped(twoLocks)
  expect(stepsDecider(run.executable).locks(run.state)).toMatchObject({
    request: { resources: ['device:1', 'device:2'], shared: [] },
    holds: 'none',
  })
})

it('a run of steps refuses what is meant for code, and says what to do instead', () => {
  const run = new ScriptedRun(definition([call('A')]))
  run.own()
  const ended = { task: 1, attempt: 1, up_to_seq: 1, commands: [], notes: [], outcome: { kind: 'blocked' } } as const
  expect(run.refusal({ type: 'code_task_ended', ...ended })).toMatchObject({ code: 'STALE' })
  expect(run.refusal({ type: 'update', actor, update_id: 'u', name: 'set', args: [] })).toMatchObject({
    code: 'INVALID_TRANSITION',
    message: 'Only runs of code take updates; send a signal instead.',
  })
})

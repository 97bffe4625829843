import { expect, test } from 'vitest'
import { executable } from '#core/definition/executable.ts'
import { codeOptions, ScriptedCodeRun } from '../code/testing/scripted-code-run.ts'
import { sentence } from './sentence.ts'

const of = executable(codeOptions())
const say = ({ state }: ScriptedCodeRun) => sentence(of, state, state.at)

function begun(): ScriptedCodeRun {
  const run = new ScriptedCodeRun()
  run.send({ type: 'own', engine_id: 'engine', epoch: 1 })
  return run
}

test('a body that waits says where, if that is known', () => {
  const run = begun()
  run.answer({ outcome: { kind: 'blocked' } })
  expect(say(run)).toBe('Waiting for a signal or a condition, for less than 1 s.')
})

test('a failed run of code can be retried with newer code', () => {
  const run = begun()
  run.answer({ outcome: { kind: 'failed', failure: { type: 'Error', message: 'It broke' } } })
  expect(say(run)).toBe('Failed just now: It broke. Retry runs its newest code over the same history.')
})

import { expect, it } from 'vitest'
import { executable } from '#core/definition/executable.ts'
import { permissions } from '../preview/permissions.ts'
import { sentence } from '../sentence/sentence.ts'
import { activity, codeOptions, ScriptedCodeRun } from './testing/scripted-code-run.ts'

const of = executable(codeOptions())
const say = ({ state }: ScriptedCodeRun) => JSON.stringify(sentence(of, state, state.at, {}))
const begun = (...commands: Parameters<typeof activity>[]) => {
  const run = new ScriptedCodeRun()
  run.send({ type: 'own', engine_id: 'engine', epoch: 1 })
  const outcome = { kind: 'blocked', at: 'work.ts:3' } as const
  run.answer({ commands: commands.map((each) => activity(...each)), outcome })
  return run
}

it('code 10: a run of code says what it waits for, although its commands are no steps of its definition', () => {
  expect(say(begun())).toContain('Waiting for a signal or a condition at work.ts:3')
  const run = begun([1, 'pay', { options: { retry: { maximumAttempts: 3 } } } as never])
  expect(say(run)).toContain('Running')
  run.fail('pay#1')
  expect(say(run)).toContain('Retrying')
})

it('offers the verbs that the decider of code accepts', () => {
  const allowed = permissions(of, begun().state).flatMap(({ verb, allowed }) => (allowed ? [verb] : []))
  expect(allowed).toEqual(['pause', 'signal', 'cancel'])
})

import { describe, expect, test } from 'vitest'
import { phases } from '../statuses.ts'
import { enveloped, locked } from '../testing/enveloped.ts'
import { ana, type ScriptedRun } from '../testing/scripted-run.ts'
import { call } from '../testing/steps.ts'
import { allowedVerbs } from './allowed-verbs.ts'
import { isClosedPhase } from './phases.ts'

const failed = (effects?: 'none'): ScriptedRun => {
  const run = locked([call('A', effects === undefined ? {} : { effects })])
  run.fail('A')
  return run
}
const blocked = (name: string) =>
  enveloped({
    conditions: [
      { name: 'go', signal: 'go' },
      { name: 'late', when: name },
    ],
  })
const signalled = (run: ScriptedRun) => {
  run.send({ type: 'signal', actor: ana, signal_name: 'go', payload: null })
  return run
}
const manual = { acknowledge: { completed: 'manual' } } as const
const completed = () => {
  const run = enveloped(manual)
  run.complete('A')
  return run
}
const acknowledged = () => {
  const run = completed()
  run.send({ type: 'acknowledge', actor: ana })
  return run
}

describe('the verbs on a run with an envelope', () => {
  const cases: readonly (readonly [string, () => ScriptedRun, readonly string[]])[] = [
    ['that waits for a signal take the signal', () => blocked('true'), ['pause', 'signal', 'cancel']],
    ['that has its signal, and waits for something else', () => signalled(blocked('false')), ['pause', 'cancel']],
    ['that runs', () => enveloped({}), ['pause', 'cancel']],
    ['that failed with no effect', () => failed('none'), ['retry', 'acknowledge']],
    ['that left an effect may be rolled back', () => failed(), ['rollback', 'retry', 'acknowledge']],
    ['that completed', completed, ['acknowledge']],
    ['that is acknowledged', acknowledged, []],
  ]

  test.each(cases)('%s', (_, make, verbs) => {
    expect(allowedVerbs(make().state)).toEqual(verbs)
  })
})

test('a phase is closed once its outcome is acknowledged', () => {
  expect(phases.filter(isClosedPhase)).toEqual(['COMPLETED_ACK', 'FAILED_SAFE_ACK', 'FAILED_UNSAFE_ACK'])
})

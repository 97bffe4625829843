import { expect, it } from 'vitest'
import { phases } from '#core/run/statuses.ts'
import { phaseWords } from './phase-words.ts'

it('say of a run that ended badly what is left of it outside, and of an outcome that somebody has seen it', () => {
  expect(phaseWords('FAILED_SAFE')).toBe('no side effects are left')
  expect(phaseWords('FAILED_UNSAFE_ACK')).toMatch(/not rolled back; acknowledged$/)
  expect(phaseWords('FAILED_UNSAFE', true)).toMatch(/; their steps are safe to run again, so you can retry$/)
  expect(phaseWords('FAILED_SAFE', true)).toBe('no side effects are left')
  const failed = phases.filter((phase) => phase.startsWith('FAILED') || phase.endsWith('_ACK'))
  expect(failed.map((phase) => phaseWords(phase))).not.toContain(null)
})

it('add nothing where the status says as much', () => {
  expect([phaseWords('RUNNING'), phaseWords('COMPLETED')]).toEqual([null, null])
})

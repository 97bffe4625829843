import { expect, it } from 'vitest'
import { phaseWord, severityWord } from './phase-words.ts'
import { phases } from './statuses.ts'
import { phaseSeverities } from './views/phases.ts'

it('gives every phase a word of its own', () => {
  expect(phases.map(phaseWord)).not.toContain(undefined)
  expect(new Set(phases.map(phaseWord)).size).toBe(phases.length)
  expect([phaseWord('BLOCKED_WAITING'), phaseWord('FAILED_SAFE_ACK')]).toEqual(['Blocked', 'Safe, closed'])
})

it('gives every severity a word', () => {
  expect(phaseSeverities.map(severityWord)).toEqual(['Good', 'Warning', 'Unsafe'])
})

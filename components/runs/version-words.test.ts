import { expect, it } from 'vitest'
import { describePlan, versionWord } from './version-words.ts'

it('says what a plan does', () => {
  expect(describePlan({ mode: 'whole', pins: {} })).toBe('Test of the draft')
  expect(describePlan({ mode: 'until', step: 'A', pins: {} })).toBe('Test up to A')
  expect(describePlan({ mode: 'step', step: 'A', given: {} })).toBe('Test of A')
})

it('says which version runs', () => {
  expect(versionWord({ version: 3 })).toBe('v3')
  expect(versionWord({ version: -3 })).toBe('test')
})

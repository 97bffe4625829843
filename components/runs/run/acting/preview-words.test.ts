import { expect, it } from 'vitest'
import type { PreviewStep } from '#core/run/again/preview.ts'
import { differenceWords, effectWords, previewSentence } from './preview-words.ts'

const step = (more: Partial<PreviewStep>): PreviewStep => ({
  step: 'A',
  type: 'STANDARD',
  fate: 'again',
  effects: [],
  ...more,
})
const call = { kind: 'function', what: 'orders.charge' } as const

it('says what a step does outside, and whether it can be known there', () => {
  expect(effectWords(step({}))).toBe(null)
  expect(effectWords(step({ effects: [call], sameKey: true, undoneBy: 'orders.refund' }))).toBe(
    'calls orders.charge, with the same key, undone by orders.refund',
  )
  expect(effectWords(step({ effects: [call, call, call, { kind: 'person', what: 'Ana' }] }))).toBe(
    'calls orders.charge, calls orders.charge, 2 more',
  )
})

it('counts what runs again, what is reused and what is ahead', () => {
  expect(previewSentence([step({ effects: [call] }), step({ fate: 'reused' })])).toBe(
    '1 step runs again, with effects outside; 1 result is reused.',
  )
  expect(previewSentence([step({}), step({}), step({ fate: 'ahead' })])).toBe(
    '2 steps run again; no result is reused; 1 step has not run yet.',
  )
  const kept = step({ fate: 'reused' })
  expect(previewSentence([step({ effects: [call] }), step({}), kept, kept])).toBe(
    '2 steps run again, 1 of them with effects outside; 2 results are reused.',
  )
  expect(previewSentence([step({ effects: [call] }), step({ effects: [call] })])).toContain(
    '2 steps run again, all with effects outside;',
  )
  expect(previewSentence([step({ fate: 'ahead' }), step({ fate: 'ahead' })])).toContain('2 steps have not run yet')
})

it('says how another version differs', () => {
  expect(differenceWords({ added: [], removed: [], changed: [] })).toBe('has the same steps')
  expect(differenceWords({ added: ['A', 'B', 'C', 'D'], removed: ['X'], changed: ['Y'] })).toBe(
    'adds A, B and 2 more, changes Y, removes X',
  )
})

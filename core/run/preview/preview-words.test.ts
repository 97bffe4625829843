import { expect, it } from 'vitest'
import type { PreviewStep } from './preview-step.ts'
import {
  abandonedWorkWords,
  asWritten,
  becomesWords,
  differenceWords,
  effectWords,
  missingWords,
  overrideSentence,
  previewSentence,
} from './preview-words.ts'

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
    'calls orders.charge, same idempotency key, undone by orders.refund',
  )
  expect(effectWords(step({ effects: [call, call, call, { kind: 'person', what: 'Ana' }] }))).toBe(
    'calls orders.charge, calls orders.charge, 2 more',
  )
})

it('says what is known only when a step runs, as all is with another input', () => {
  const sends = { kind: 'http', what: 'GET /7', template: 'GET /{{ input.id }}' } as const
  const steps = [step({ effects: [sends, call, { kind: 'signal', what: '{{ state.s }}', open: true }] })]
  expect(steps.map(effectWords)).toEqual([
    'sends GET /7, calls orders.charge, waits for {{ state.s }} (filled in when it runs)',
  ])
  expect(asWritten(steps).map(effectWords)).toEqual([
    'sends GET /{{ input.id }} (filled in when it runs), calls orders.charge, waits for {{ state.s }} (filled in when it runs)',
  ])
})

it('counts what runs again, what is reused and what is ahead', () => {
  expect(previewSentence([step({ effects: [call] }), step({ fate: 'reused' })])).toBe(
    '1 step runs again, with side effects; 1 result is reused.',
  )
  expect(previewSentence([step({}), step({}), step({ fate: 'ahead' })])).toBe(
    '2 steps run again; no result is reused; 1 step has not run yet.',
  )
  const kept = step({ fate: 'reused' })
  expect(previewSentence([step({ effects: [call] }), step({}), kept, kept])).toBe(
    '2 steps run again, 1 of them with side effects; 2 results are reused.',
  )
  expect(previewSentence([step({ effects: [call] }), step({ effects: [call] })])).toContain(
    '2 steps run again, all with side effects;',
  )
  expect(previewSentence([step({ fate: 'ahead' }), step({ fate: 'ahead' })])).toContain('2 steps have not run yet')
})

it('says how another version differs', () => {
  expect(differenceWords({ added: [], removed: [], changed: [] })).toBe('has the same steps')
  expect(differenceWords({ added: ['A', 'B', 'C', 'D'], removed: ['X'], changed: ['Y'] })).toBe(
    'adds A, B and 2 more, changes Y, removes X',
  )
})

it('says in a sentence what an override leads to', () => {
  const said = (steps: readonly PreviewStep[], more = {}) => overrideSentence({ ok: true, steps, ...more })
  const [ship, mail] = [step({ step: 'Ship', fate: 'next', effects: [call] }), step({ step: 'Mail', fate: 'again' })]
  const out = ['A', 'B', 'C', 'D'].map((name) => step({ step: name, fate: 'left_out' }))
  expect(said([ship, ...out.slice(0, 1)])).toBe('Ship runs next, with side effects; A is skipped.')
  expect(said([ship, step({ step: 'Mail', fate: 'next' })])).toBe('Ship and Mail run next, with side effects.')
  expect(said([mail, ship], { keptBack: 'hold' })).toBe(
    'Ship runs once the run is resumed, with side effects; Mail runs again once the run is resumed.',
  )
  expect(said([mail], { keptBack: 'hand' })).toBe('Mail runs again when the next step is run.')
  expect(said(out, { ends: { status: 'COMPLETED' } })).toBe('4 steps are skipped; the run ends as completed.')
  expect(said([], { ends: { status: 'FAILED', message: 'No such key.' } })).toBe('The run ends as failed: No such key.')
  expect(said([step({ fate: 'stays' })])).toBe('No step starts now; running steps continue.')
})

it('says what is under way and not waited for any more', () => {
  expect(abandonedWorkWords({ kind: 'person', what: 'Sure?' })).toBe('its task “Sure?” is withdrawn')
  expect(abandonedWorkWords({ kind: 'person', what: 'Sure?', many: 2 })).toBe('2 tasks “Sure?” are withdrawn')
  expect(abandonedWorkWords({ kind: 'child', what: 'Child' })).toBe('its run of Child is cancelled')
  expect(abandonedWorkWords({ kind: 'child', what: 'Child', many: 3 })).toBe('3 runs of Child are cancelled')
  expect(abandonedWorkWords({ kind: 'call', what: 'orders.charge' })).toBe(
    'the running call of orders.charge may still complete',
  )
})

it('says what fails at once, and what reads values that are not there', () => {
  const fails = step({ step: 'Price', fate: 'next', fails: 'No.' })
  const lacks = step({ step: 'Mail', fate: 'next', missing: ['state.total'] })
  expect([fails, lacks].map(becomesWords)).toEqual(['fails immediately', 'runs next'])
  expect(missingWords(lacks)).toBe('reads state.total, which is missing')
  expect(missingWords({ ...lacks, missing: ['state.a', 'steps.B'] })).toBe(
    'reads state.a and steps.B, which are missing',
  )
  expect(missingWords(fails)).toBe(null)
  expect(overrideSentence({ ok: true, steps: [fails], ends: { status: 'FAILED', message: 'No.' } })).toBe(
    'Price fails immediately; the run ends as failed: No.',
  )
  expect(overrideSentence({ ok: true, steps: [lacks, lacks] })).toContain('Mail and Mail read missing values')
  expect(overrideSentence({ ok: true, steps: [fails, fails, lacks] })).toBe(
    'Mail runs next; Price and Price fail immediately; Mail reads missing values.',
  )
})

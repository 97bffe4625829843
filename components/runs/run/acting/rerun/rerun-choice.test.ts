import { expect, it } from 'vitest'
import { fromOfValue, planOf, valueOfFrom } from './rerun-choice.ts'

const failed = { kind: 'failed' } as const
const step = { kind: 'step', step: 'Charge' } as const
const start = { kind: 'start' } as const

it('a run that may be retried goes on itself by its own version, and a new one by the newest', () => {
  expect(planOf({ from: failed, version: 'own' }, true)).toEqual({ verb: 'retry' })
  expect(planOf({ from: step, version: 'own' }, true)).toEqual({ verb: 'retry', fromStep: 'Charge' })
  expect(planOf({ from: step, version: 'newest' }, true)).toEqual({
    verb: 'rerun',
    version: 'newest',
    results: 'kept',
    fromStep: 'Charge',
  })
})

it('from the start, and in the place of one that cannot be retried, there is a new run', () => {
  expect(planOf({ from: start, version: 'own' }, true)).toEqual({ verb: 'rerun', version: 'own', results: 'none' })
  expect(planOf({ from: step, version: 'own' }, false)).toMatchObject({ verb: 'rerun', results: 'kept' })
})

it('is told by its value in a list, whatever a step is called', () => {
  for (const from of [failed, step, start, { kind: 'step', step: 'start' } as const]) {
    expect(fromOfValue(valueOfFrom(from))).toEqual(from)
  }
})

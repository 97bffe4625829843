import { expect, it } from 'vitest'
import type { ApiFailure } from '#components/api/api-failure.ts'
import { executable } from '#core/definition/executable.ts'
import { call, decision, definition, human, loop, signal } from '#core/run/testing/steps.ts'
import { offeredTarget, outputErrors, outputSchema, overrideOf, targetsOf } from './override-choice.ts'

const form = { type: 'object', properties: { ok: { type: 'boolean' } } }
const run = executable(
  definition([
    call('A', { next: ['B', 'C'] }),
    call('B', { next: ['D'] }),
    call('C', { next: ['D'] }),
    loop('D', [call('In')], { iterate_over: '[1]' }),
    human('Ask', { form }),
    signal('Wait', 'paid', { schema: form }),
    decision('Which', [['true', 'A'], 'END']),
  ]),
)

it('offers what lies before and behind a step, in its own list, and the end', () => {
  expect(targetsOf(run, 'B')).toEqual(['A', 'B', 'D', 'Ask', 'Wait', 'Which', 'END'])
  expect(targetsOf(run, 'In')).toEqual(['In', 'END'])
  expect([offeredTarget(run, 'B'), offeredTarget(run, 'Which'), offeredTarget(run, 'Gone')]).toEqual([
    'D',
    'END',
    'END',
  ])
  expect(targetsOf(run, 'Gone')).toEqual([])
})

it('knows what a person, a signal and a decision give', () => {
  expect(outputSchema(run, 'Ask')).toEqual(form)
  expect(outputSchema(run, 'Wait')).toEqual(form)
  expect(outputSchema(run, 'Which')).toMatchObject({ properties: { target: { enum: ['A', 'END'] } } })
  expect(outputSchema(run, 'A')).toBe(undefined)
  expect(outputSchema(run, 'Gone')).toBe(undefined)
})

it('finds the place of what is wrong within the output', () => {
  const failure = { code: 'INVALID_INPUT', message: 'no', field: 'output.ok', errors: [] } as unknown as ApiFailure
  expect(outputErrors(failure)).toEqual([{ path: 'ok', message: 'no' }])
  const several = { ...failure, errors: [{ path: 'a.b', message: 'x' }] } as ApiFailure
  expect(outputErrors(several)).toEqual([{ path: 'a.b', message: 'x' }])
})

it('is asked of the run as one command', () => {
  const choice = { step: 'A', output: undefined, target: 'D' }
  const actor = { id: '' }
  expect(overrideOf({ ...choice, verb: 'skip' })).toEqual({ type: 'skip', actor, step: 'A' })
  expect(overrideOf({ ...choice, verb: 'mark_done' })).toEqual({ type: 'mark_done', actor, step: 'A', output: null })
  expect(overrideOf({ ...choice, verb: 'jump' })).toEqual({ type: 'jump', actor, from_step: 'A', to_step: 'D' })
})

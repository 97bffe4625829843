import { expect, it } from 'vitest'
import { executable } from '#core/definition/executable.ts'
import { ScriptedRun } from '../../testing/scripted-run.ts'
import { call, definition, human } from '../../testing/steps.ts'
import { stepsAhead, whyNotEntitledBelow } from './entitlement-below.ts'

const asker = (id: string, groups: readonly string[] = [], manager = false) => ({
  actor: { id },
  standing: { groups, manager },
})
const steps = [
  call('Work'),
  human('Approve', { groups: ['Credit'], excluded: ['{{ input.by }}', 'eve'] }),
  human('Named', { assignees: ['{{ input.by }}'] }),
  human('Anybody'),
  human('Two', { approvals_required: 2 }),
]
const { executable: made, state } = (() => {
  const run = new ScriptedRun(definition(steps), { input: { by: 'ana' } })
  return { executable: executable(definition(steps)), state: run.state }
})()
const others = (step: string) => `${step} is assigned to other people. Only they or a manager can skip it.`
const excluded = 'You are excluded from deciding Approve, so you cannot skip it. Another person must decide.'

it('what is open or over is not ahead', () => {
  const run = new ScriptedRun(definition(steps), { input: { by: 'ana' } })
  expect(stepsAhead(made, run.state)).toEqual(['Work', 'Approve', 'Named', 'Anybody', 'Two'])
  run.own()
  expect(stepsAhead(made, run.state)).not.toContain('Work')
  run.complete('Work')
  expect(stepsAhead(made, run.state)).toEqual(['Named', 'Anybody', 'Two'])
})

it('whom a run would ask follows from its data', () => {
  expect(whyNotEntitledBelow(made, state, 'Approve', asker('zoe'))).toBe(others('Approve'))
  expect(whyNotEntitledBelow(made, state, 'Approve', asker('zoe', ['credit']))).toBeNull()
  expect(whyNotEntitledBelow(made, state, 'Approve', asker('ana', ['credit'], true))).toBe(excluded)
  expect(whyNotEntitledBelow(made, state, 'Named', asker('ana'))).toBeNull()
  expect(whyNotEntitledBelow(made, state, 'Anybody', asker('zoe'))).toBeNull()
  expect(whyNotEntitledBelow(made, state, 'Two', asker('zoe'))).toContain('Two needs 2 approvals')
})

it('of a run that is not there yet whom a template will name nobody knows, and nobody speaks for them but managers', () => {
  expect(whyNotEntitledBelow(made, null, 'Named', asker('ana'))).toBe(others('Named'))
  expect(whyNotEntitledBelow(made, null, 'Named', asker('boss', [], true))).toBeNull()
  expect(whyNotEntitledBelow(made, null, 'Approve', asker('eve', ['credit'], true))).toBe(excluded)
  expect(whyNotEntitledBelow(made, null, 'Approve', asker('zoe', ['credit']))).toBeNull()
  expect(whyNotEntitledBelow(made, null, 'Anybody', asker('zoe'))).toBeNull()
})

it('steps that ask nobody are nobody’s, and without standing nobody asks', () => {
  expect(whyNotEntitledBelow(made, null, 'Work', asker('zoe'))).toBeNull()
  expect(whyNotEntitledBelow(made, null, 'Approve', { actor: { id: 'zoe' } })).toBeNull()
})

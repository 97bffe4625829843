import { expect, it } from 'vitest'
import type { Definition, Step } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import { renamedSteps } from './renamed-steps.ts'

const definition = (...steps: readonly object[]) =>
  ({ workflow_type: 'W', steps: steps as Step[] }) as unknown as Definition
const call = (name: string, fields: object) => ({ name, type: 'STANDARD', ...fields })
const names = (before: Definition, after: Definition) => [...renamedSteps(before, after)]

it('what says the very same is the same step, in order, before what is only alike', () => {
  const before = definition(call('A', { function: 'x.a', with: { b: 1, a: 2 } }), call('B', { function: 'x.a' }))
  const after = definition(
    call('C', { function: 'x.a', with: { z: 1 } }),
    call('D', { function: 'x.a', with: { a: 2, b: 1 } }),
    call('E', { function: 'x.a' }),
  )
  expect(names(before, after)).toEqual([
    ['A', 'D'],
    ['B', 'E'],
  ])
})

it('of several that say the very same, the first is the first', () => {
  const same = (...of: readonly string[]) => definition(...of.map((name) => call(name, { function: 'x.a' })))
  expect(names(same('A', 'B'), same('C', 'D', 'E'))).toEqual([
    ['A', 'C'],
    ['B', 'D'],
  ])
})

it('what shares half of what it says is the same step, what has another type or says nothing is not', () => {
  const before = definition(call('A', { function: 'x.a', when: '1' }), { name: 'W', type: 'WAIT' })
  const after = (type: string) => definition({ name: 'B', type, function: 'x.a' }, { name: 'V', type: 'WAIT' })
  expect(names(before, after('STANDARD'))).toEqual([['A', 'B']])
  expect(names(before, after('HTTP'))).toEqual([])
  expect(names(definition(call('A', { a: 1, b: 2, c: 3 })), definition(call('B', { c: 3 })))).toEqual([])
})

it('the most alike come first, and each step is taken once', () => {
  const before = definition(call('A', { a: 1, b: 2 }), call('B', { a: 1, b: 2, c: 3, d: 4 }))
  const after = definition(call('C', { a: 1, b: 2, c: 3 }), call('D', { a: 1 }))
  expect(names(before, after)).toEqual([
    ['B', 'C'],
    ['A', 'D'],
  ])
})

it('so many that say something else now are not held against each other', () => {
  const count = Math.ceil(Math.sqrt(limits.definition.comparedSteps)) + 1
  const steps = (prefix: string, fields: object) =>
    Array.from({ length: count }, (_, index) => call(`${prefix}${index}`, { n: index, ...fields }))
  const same = [call('Same', { function: 'x.same' })]
  const now = [call('Now', { function: 'x.same' })]
  const [old, other] = [steps('A', { a: 1 }), steps('B', { b: 1 })]
  expect(names(definition(...old, ...same), definition(...other, ...now))).toEqual([['Same', 'Now']])
  expect(names(definition(...old), definition(...steps('B', { a: 1 })))).toHaveLength(count)
})

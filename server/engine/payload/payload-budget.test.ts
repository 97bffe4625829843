import { expect, it } from 'vitest'
import { withinPayloadBudget } from './payload-budget.ts'

const taken = (bytes: readonly number[], room?: Parameters<typeof withinPayloadBudget>[2]) =>
  withinPayloadBudget(bytes, (each) => each, room)

it('takes runs in their order for as long as there is room, and those without large values whatever there is', () => {
  expect(taken([0, 30, 0, 70, 0], { bytes: 100, evenOne: false })).toEqual([0, 30, 0, 70, 0])
  expect(taken([0, 30, 0, 71, 0], { bytes: 100, evenOne: false })).toEqual([0, 30, 0, 0])
  expect(taken([0, 30, 0], { bytes: 0, evenOne: false })).toEqual([0, 0])
})

it('lets no smaller one overtake one that has to wait', () => {
  expect(taken([200, 1, 0], { bytes: 100, evenOne: false })).toEqual([0])
})

it('takes one that never has room where there is no other', () => {
  expect(taken([0, 200, 1, 0], { bytes: 100, evenOne: true })).toEqual([0, 200, 0])
})

it('takes all where nobody counts', () => {
  expect(taken([1e12, 1e12])).toHaveLength(2)
})

import type { StepContext } from 'heddle/steps'
import { describe, expect, it } from 'vitest'
import { calculateRisk, decline, disburse } from './loans.ts'
import { charge, ship, validate } from './orders.ts'

const context = { idempotencyKey: 'run:step:1', log: () => undefined } as unknown as StepContext

describe('the example functions', () => {
  it('split an amount into net and tax that add up', () => {
    const { amount, net, tax } = validate({ order_id: ' a-1 ', amount: 119 })
    expect([amount, net, tax]).toEqual([119, 100, 19])
  })

  it('charge under the same payment id at every attempt', () => {
    const state = { order_id: 'A-1', amount: 10 }
    expect(charge(state, context)).toEqual(charge(state, context))
  })

  it('insure what is worth it', () => {
    expect(ship({ order_id: 'A-1', amount: 500 }).carrier).toBe('BlueLine Insured')
    expect(ship({ order_id: 'A-1', amount: 20 }).carrier).toBe('NorthStar')
  })

  it.each([
    [2_000, 33],
    [24_000, 60],
    [100_000, 75],
    [1_000_000, 100],
  ])('score a loan of %i at %i', (amount, score) => {
    expect(calculateRisk({ customer: 'Weaver', amount }, context)).toEqual({ risk_score: score })
  })

  it('pay out over 36 months with interest', () => {
    const { instalment, total } = disburse({ customer: 'Weaver', amount: 3_600 }, context)
    const discounted = Array.from({ length: 36 }, (_, month) => instalment / (1 + 0.064 / 12) ** (month + 1))
    expect(discounted.reduce((sum, value) => sum + value)).toBeCloseTo(3_600, 0)
    expect(total).toBeCloseTo(instalment * 36, 2)
  })

  it('decline with the reason', () => {
    expect(decline({ customer: 'Weaver', amount: 9, approved: false, note: 'no books' }).letter).toContain('no books')
    expect(decline({ customer: 'Weaver', amount: 9, risk_score: 80 }).letter).toContain('risk score 80')
  })
})

import { expect, it } from 'vitest'
import { subjectOf } from './subject-of.ts'

it('shows what came in, then what was found out', () => {
  const input = { customer: 'Weaver & Sons', amount: 24_000, rate: 0.0004, urgent: true, papers: ['a'], note: '' }
  const state = { customer: 'Weaver & Sons', amount: 24_000, risk_score: 61, text: 'x'.repeat(99), checked: false }
  expect(subjectOf(input, state)).toEqual([
    { name: 'customer', value: 'Weaver & Sons' },
    { name: 'amount', value: '24000' },
    { name: 'rate', value: '0.0004' },
    { name: 'urgent', value: 'yes' },
    { name: 'risk_score', value: '61' },
  ])
})

it('shows nothing where there is nothing short to show', () => {
  expect(subjectOf('plain', null)).toEqual([])
})

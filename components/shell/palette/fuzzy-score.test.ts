import { expect, test } from 'vitest'
import { fuzzyScore } from './fuzzy-score.ts'

test('approve finds an approval and the step Approve, the step first', () => {
  expect(fuzzyScore('Approve', 'approve')).toBe(1)
  expect(fuzzyScore('Approval', 'approve')).toBeGreaterThan(0)
  expect(fuzzyScore('Invoice approval', 'approve')).toBeGreaterThan(0)
  expect(fuzzyScore('Manager_Approval', 'approv')).toBeGreaterThan(fuzzyScore('Approval', 'approve'))
})

test('what is typed is in what is found, not only its letters one after the other', () => {
  expect(fuzzyScore('LoanApproval', 'loan')).toBeGreaterThan(0)
  expect(fuzzyScore('Trends of the last hour', 'loan', ['overview.span-1h'])).toBe(0)
  expect(fuzzyScore('EmailCampaign', 'loan')).toBe(0)
  expect(fuzzyScore('LoanApproval', 'loanapp')).toBeGreaterThan(0)
})

test('words come in any order, and may be keywords', () => {
  expect(fuzzyScore('Tidy up the canvas', 'canvas tidy')).toBeGreaterThan(0.8)
  expect(fuzzyScore('Tidy up the canvas', 'arrange canvas', ['Arrange'])).toBeGreaterThan(0)
  expect(fuzzyScore('Tidy up the canvas', 'arrange runs', ['Arrange'])).toBe(0)
})

test('a beginning comes before a later word, a later word before a middle, and a label before a keyword', () => {
  const ranked = ['OrderProcessing', 'BackOrder', 'Reorder'].map((name) => fuzzyScore(name, 'order'))
  expect(ranked).toEqual(ranked.toSorted((a, b) => b - a))
  expect(new Set(ranked).size).toBe(3)
  expect(fuzzyScore('Order', 'order now')).toBeLessThan(fuzzyScore('Order now', 'order now'))
  expect(fuzzyScore('Runs', 'executions', ['executions'])).toBeLessThan(ranked[1] ?? 0)
})

test('a short word has no typos, a long one two', () => {
  expect(fuzzyScore('Pack', 'pick')).toBe(0)
  expect(fuzzyScore('Refund', 'refumd')).toBeGreaterThan(0)
  expect(fuzzyScore('Compensation', 'compansaton')).toBeGreaterThan(0)
  expect(fuzzyScore('Compensation', 'compansaxxn')).toBe(0)
})

test('nothing typed finds everything', () => {
  expect(fuzzyScore('Overview', ' ')).toBe(1)
})

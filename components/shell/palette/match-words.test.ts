import { expect, test } from 'vitest'
import { matchWords } from './match-words.ts'

test('what is typed stands in what is found, not only its letters one after the other', () => {
  expect(matchWords('workflow LoanApproval', 'loan')).toBeGreaterThan(0)
  expect(matchWords('Trends of the last hour overview.span-1h', 'loan')).toBe(0)
  expect(matchWords('workflow EmailCampaign', 'loan')).toBe(0)
})

test('words may come in any order, and be keywords', () => {
  expect(matchWords('Tidy up the canvas', 'canvas tidy')).toBe(1)
  expect(matchWords('Tidy up the canvas', 'arrange canvas', ['Arrange'])).toBeGreaterThan(0)
  expect(matchWords('Tidy up the canvas', 'arrange runs', ['Arrange'])).toBe(0)
})

test('what begins with it comes before what has it somewhere', () => {
  expect(matchWords('workflow OrderProcessing', 'order')).toBeGreaterThan(matchWords('workflow BackOrder', 'order'))
})

test('nothing typed finds everything', () => {
  expect(matchWords('Overview', ' ')).toBe(1)
})

import { expect, test } from 'vitest'
import { firstSentence } from './first-sentence.ts'

test.each([
  ['No function a.b is registered. A run that reaches X fails there.', 'No function a.b is registered.'],
  ['`input` has no field `order_id`. `has(input.order_id)` tests for it.', '`input` has no field `order_id`.'],
  ['Names such as a.b. are unusual', 'Names such as a.b. are unusual'],
  ['One sentence.', 'One sentence.'],
  ['', ''],
])('of %j it is %j', (text, first) => {
  expect(firstSentence(text)).toBe(first)
})

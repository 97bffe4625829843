import { expect, it } from 'vitest'
import { valuesIn, valuesOfText } from './values-of-text.ts'

it('sets the arguments at the end of the instructions apart', () => {
  expect(valuesOfText('The model wants to call refund with these arguments:\n\n{"number":4711,"why":{"a":1}}')).toEqual(
    {
      text: 'The model wants to call refund with these arguments:',
      values: { number: 4711, why: { a: 1 } },
    },
  )
})

it.each([
  'Look at the books.',
  'Look:\n\n{ not JSON',
  'Look:\n\n{"a":1} and decide',
  'Look:\n\n{}',
  // Instructions that were shortened end within the JSON.
  'Look:\n\n{"a":"b',
  '',
])('leaves %j as it is', (text) => {
  expect(valuesOfText(text)).toEqual({ text, values: null })
})

it('takes an object alone', () => {
  expect(['{"a":1}', '[1]', '7', 'a', '{"a":1}…', '{"a":12345678901234567890}'].map(valuesIn)).toEqual([
    { a: 1 },
    ...[null, null, null, null, null],
  ])
})

import { expect, test } from 'vitest'
import { numberWords, readNumbers } from './number-list.ts'

const durations = { numbers: 'durations', schema: { items: { minimum: 0, maximum: 86_400 } } } as const
const statuses = { numbers: 'integers', schema: { items: { minimum: 100, maximum: 599 } } } as const

test.each([
  [durations, [3600, 5400], ['1 hour', '1 hour 30 minutes']],
  [durations, undefined, []],
  [durations, [3600, '1h'], null],
  [durations, [60, 60], null],
  [durations, '{{ x }}', null],
  [statuses, [200, 201], ['200', '201']],
  [statuses, 204, ['204']],
])('%j shows %j as %j', (spec, value, words) => {
  expect(numberWords(spec, value)).toEqual(words)
})

test.each([
  [durations, [3600], ['1 hour', '2 h'], { value: [3600, 7200] }],
  [durations, [3600], ['1 hour', '60 min'], { value: [3600] }],
  [durations, [0.0004], ['0 seconds', '1 day'], { value: [0.0004, 86_400] }],
  [durations, undefined, ['soon'], { error: expect.stringContaining('1 day') }],
  [durations, undefined, ['2 days'], { error: 'Enter at most 1 day.' }],
  [durations, [3600], [], { value: undefined }],
  [statuses, 204, ['201'], { value: 201 }],
  [statuses, 204, ['204', '201'], { value: [204, 201] }],
  [statuses, undefined, ['1.5'], { error: 'Enter a whole number.' }],
  [statuses, undefined, ['99'], { error: 'Enter at least 100.' }],
])('%j with %j reads %j as %j', (spec, value, words, read) => {
  expect(readNumbers(spec, value, words)).toEqual(read)
})

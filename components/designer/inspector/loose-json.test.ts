import { expect, it } from 'vitest'
import { readLoose, showLoose } from './loose-json.ts'

it.each([
  ['Ana', 'Ana'],
  ['{{ input.amount }}', '{{ input.amount }}'],
  ['12 apples', '12 apples'],
  ['0.19', 0.19],
  ['-3', -3],
  ['true', true],
  ['trueish', 'trueish'],
  ['null', null],
  ['[1, "a"]', [1, 'a']],
  ['{"a": 1}', { a: 1 }],
  ['{a', '{a'],
  ['"12"', '12'],
  ['', ''],
])('%s is read as %j', (text, value) => {
  expect(readLoose(text)).toEqual(value)
})

it.each(['Ana', '12', 'true', 5, null, [1], { a: 'b' }, ' spaced ', '"quoted"'])(
  '%j is shown so that it is read again',
  (value) => {
    expect(readLoose(showLoose(value))).toEqual(value)
  },
)

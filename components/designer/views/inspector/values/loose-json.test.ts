import { expect, it } from 'vitest'
import { readChoices, readLoose, showChoices, showLoose } from './loose-json.ts'

it.each([
  ['Ana', 'Ana'],
  ['{{ input.amount }}', '{{ input.amount }}'],
  ['12 apples', '12 apples'],
  ['0.19', 0.19],
  ['-3', -3],
  ['1.10', '1.10'],
  ['12345678901234567890', '12345678901234567890'],
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

it.each(['Ana', '12', '1.10', 1e21, 'true', 5, null, [1], { a: 'b' }, ' spaced ', '"quoted"'])(
  '%j is shown so that it is read again',
  (value) => {
    expect(readLoose(showLoose(value))).toEqual(value)
  },
)

it('the choices of a text are texts, whatever they look like', () => {
  const texts = { type: 'string', enum: ['1', 'yes'] }
  expect(showChoices(texts)).toEqual(['1', 'yes'])
  expect(readChoices(texts, ['1', 'yes', 'true', '2'])).toEqual(['1', 'yes', 'true', '2'])
  const any = { enum: [1, 'yes', '2'] }
  expect(showChoices(any)).toEqual(['1', 'yes', '"2"'])
  expect(readChoices(any, ['1', 'yes', 'true', '"2"'])).toEqual([1, 'yes', true, '2'])
  expect(showChoices({ type: 'string', enum: ['a', 5] })).toEqual(['a', '5'])
  expect(showChoices(undefined)).toEqual([])
})

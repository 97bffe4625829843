import { expect, test } from 'vitest'
import { readDuration, readJson, readJsonObject, readNumber, showDuration, showJson } from './read-value.ts'

test('numbers are read within their bounds', () => {
  expect(readNumber(' 3 ', true, {})).toEqual({ value: 3 })
  expect(readNumber('', false, {})).toEqual({ value: undefined })
  expect(readNumber('1.5', false, {})).toEqual({ value: 1.5 })
  expect(readNumber('1.5', true, {})).toHaveProperty('error')
  expect(readNumber('x', false, {})).toHaveProperty('error')
  expect(readNumber('0', true, { min: 1 })).toEqual({ error: 'Enter at least 1.' })
  expect(readNumber('9', true, { max: 5 })).toEqual({ error: 'Enter at most 5.' })
})

test('durations are words or an expression', () => {
  expect(readDuration('1 day', false, {})).toEqual({ value: 86_400 })
  expect(readDuration('{{ input.days * 86400 }}', true, {})).toEqual({ value: '{{ input.days * 86400 }}' })
  expect(readDuration(' ', false, {})).toEqual({ value: undefined })
  expect(readDuration('soon', false, {})).toHaveProperty('error')
  expect(readDuration('{{ 1 }}', false, {})).toHaveProperty('error')
  expect(readDuration('0 s', false, { min: 60 })).toEqual({ error: 'Enter at least 1 minute.' })
  expect(showDuration(60)).toBe('1 minute')
  expect(showDuration('{{ input.x }}')).toBe('{{ input.x }}')
  expect(showDuration(undefined)).toBe('')
})

test('JSON counts once it is complete', () => {
  expect(readJson('{"a":1}')).toEqual({ value: { a: 1 } })
  expect(readJson('')).toEqual({ value: undefined })
  expect(readJson('{')).toHaveProperty('error')
  expect(readJsonObject('[1]')).toEqual({ error: 'Enter an object: { … }.' })
  expect(readJsonObject('{}')).toEqual({ value: {} })
  expect(showJson({ a: 1 })).toBe('{\n  "a": 1\n}')
  expect(showJson(undefined)).toBe('')
})

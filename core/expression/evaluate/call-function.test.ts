import { describe, expect, test } from 'vitest'
import type { Json } from '#core/json.ts'
import { functions } from '../functions.ts'
import { parseExpression } from '../parse/parse-expression.ts'
import { evaluate } from './evaluate.ts'

function run(source: string, input: Json = null) {
  const parsed = parseExpression(source)
  if (!parsed.ok) throw new Error(`${source}: ${parsed.message}`)
  return evaluate(parsed.expression, { input, state: { none: null, half: 2.5 }, steps: {}, run: {} })
}

function gives(source: string, value: Json, input?: Json): void {
  expect({ source, ...run(source, input) }).toEqual({ source, ok: true, value })
}

function fails(source: string, code: string, message: string | RegExp = '', input?: Json): void {
  const result = run(source, input)
  expect({ source, ...result }).toMatchObject({ source, ok: false, code })
  if (!result.ok) expect(result.message).toMatch(message)
}

test('size counts characters, elements and keys', () => {
  gives('"Zoë 😀".size()', 5)
  gives('size("\ud83d")', 1)
  gives('size("😀😀")', 2)
  gives('input.size()', 2, '\ude00\ud83d')
  gives('input.size()', 2, '\ud83d\ud83d')
  gives('input.size()', 2, 'a\ude00')
  gives('input.size()', 2, '\ud83d\uffff')
  gives('[1, 2].size()', 2)
  gives('{"a": 1}.size()', 1)
  fails('size(1)', 'WRONG_TYPE', '`size` needs a text, a list or a map, but this is a number.')
})

test('texts are searched', () => {
  gives('"abc".contains("b") && "abc".startsWith("a") && "abc".endsWith("c")', true)
  gives('"abc".contains("x") || "abc".startsWith("x") || "abc".endsWith("x")', false)
  fails('state.none.contains("a")', 'WRONG_TYPE', '`contains` needs text, but this is null.')
  fails('"a".contains(1)', 'WRONG_TYPE')
})

test('patterns are RE2', () => {
  gives('"abc".matches("b")', true)
  gives('matches("abc", "^b")', false)
  gives('"aaa".matches("^(a{1,2}){1,3}$")', true)
  gives('"é".matches("^\\\\pL$")', true)
  gives('"{".matches("a{|[{]")', true)
  gives('"a".matches("a{1,}")', true)
  gives('["a", "b"].map(x, x.matches("a"))', [true, false])
  fails('"a".matches("(?=a)")', 'INVALID_VALUE', 'not a valid RE2 pattern')
  fails('"a".matches("(a")', 'INVALID_VALUE')
  fails('"a".matches("a)")', 'INVALID_VALUE')
  fails('"a".matches(1)', 'WRONG_TYPE')
})

test('texts are changed', () => {
  gives('"aBcÉ".lowerAscii() + "aBcé".upperAscii()', 'abcÉABCé')
  gives('" a ".trim()', 'a')
  gives('"a,b".split(",")', ['a', 'b'])
  gives('["a", "b"].join("-") + ["c", "d"].join()', 'a-bcd')
  gives('"aXbX".replace("X", "--")', 'a--b--')
  gives('"😀 A".split("")', ['😀', ' ', 'A'])
  gives('"😀A".replace("", "-")', '😀-A')
  fails('"a".join("-")', 'WRONG_TYPE', '`join` needs a list')
  fails('["a"].join(1)', 'WRONG_TYPE', 'text as its separator')
  fails('[1].join("-")', 'WRONG_TYPE', 'a list of texts')
})

test('values become text', () => {
  gives('string("a") + string(1) + string(state.half) + string(true)', 'a12.5true')
  gives('string(10.0)', '10')
  fails('string([1])', 'WRONG_TYPE')
  fails('string(null)', 'WRONG_TYPE')
})

test('values become numbers', () => {
  gives('int("12") + int("+3") + int(-2.9) + int(1)', 14)
  gives('int(timestamp("1970-01-01T00:00:02.5Z"))', 2)
  gives('double("2.5") + double(1) + double(state.half) + double("-.5e1")', 1)
  gives('uint("3") + uint(2.9)', 5)
  fails('uint(-1)', 'NUMBER_OUT_OF_RANGE', 'never below zero')
  fails('uint("x")', 'INVALID_VALUE')
  for (const text of ['', ' 1', '1.5', '0x1', '12345678901234567890'])
    fails(`int("${text}")`, 'INVALID_VALUE', 'cannot convert')
  fails('int("9999999999999999999")', 'NUMBER_OUT_OF_RANGE')
  fails('int(1e30)', 'NUMBER_OUT_OF_RANGE')
  fails('int(input)', 'INVALID_VALUE', 'cannot convert', Number.NaN)
  fails('int(null)', 'WRONG_TYPE')
  for (const text of ['', 'x', 'NaN', 'Infinity', '1e', '0x1', '1'.repeat(65)])
    fails(`double("${text}")`, 'INVALID_VALUE')
  fails('double("1e999")', 'NUMBER_OUT_OF_RANGE')
  fails('double(true)', 'WRONG_TYPE')
})

test('texts become booleans, and nothing else does', () => {
  gives('bool("true") && bool("True") && bool("TRUE") && bool(true)', true)
  gives('bool("false") || bool("False") || bool("FALSE") || bool(false)', false)
  fails('bool("yes")', 'INVALID_VALUE')
  fails('bool(1)', 'WRONG_TYPE')
  gives('dyn([1])', [1])
})

describe('times', () => {
  test('instants are read and written as RFC 3339', () => {
    for (const text of [
      '1970-01-01T00:00:00Z',
      '2026-02-28T23:59:59Z',
      '2024-02-29T12:00:00.5Z',
      '0001-01-01T00:00:00Z',
      '9999-12-31T23:59:59.999999999Z',
      '1969-12-31T23:59:59.999Z',
    ]) {
      gives(`timestamp("${text}")`, text)
      gives(`string(timestamp("${text}"))`, text)
    }
    gives('timestamp("2026-01-01t00:30:00+01:00")', '2025-12-31T23:30:00Z')
    gives('timestamp("2026-01-01T00:30:00-01:30")', '2026-01-01T02:00:00Z')
    gives('timestamp(timestamp("2026-01-01T00:00:00Z"))', '2026-01-01T00:00:00Z')
    gives('[{"at": timestamp("2026-01-01T00:00:00Z")}]', [{ at: '2026-01-01T00:00:00Z' }])
  })

  test('dates that do not exist are refused', () => {
    for (const text of [
      '',
      '2026-01-01',
      '2026-02-29T00:00:00Z',
      '2026-00-01T00:00:00Z',
      '2026-13-01T00:00:00Z',
      '2026-01-32T00:00:00Z',
      '2026-01-01T24:00:00Z',
      '2026-01-01T00:60:00Z',
      '2026-01-01T00:00:60Z',
      '2026-01-01T00:00:00+24:00',
      '2026-01-01T00:00:00+00:60',
      '2026-01-01T00:00:00',
    ]) {
      fails(`timestamp("${text}")`, 'INVALID_VALUE', 'Write it as "2026-01-31T09:30:00Z"')
    }
    fails('timestamp("0000-01-01T00:00:00Z")', 'NUMBER_OUT_OF_RANGE', 'outside the years')
    fails('timestamp(1)', 'WRONG_TYPE')
  })

  test('durations are read in units and written in seconds', () => {
    gives('duration("1h30m")', '5400s')
    gives('string(duration("-1.5s"))', '-1.5s')
    gives('duration("500ms1us2ns")', '0.500001002s')
    gives('duration(duration("0s"))', '0s')
    for (const text of ['', '1', '-', 's', '1d', '1h ']) fails(`duration("${text}")`, 'INVALID_VALUE', '1h30m')
    fails('duration("999999999999s")', 'NUMBER_OUT_OF_RANGE')
    fails('duration("-999999999999s")', 'NUMBER_OUT_OF_RANGE')
    fails('duration(1)', 'WRONG_TYPE')
  })

  test('times are added, subtracted and compared', () => {
    gives('timestamp("2026-01-01T00:00:00Z") + duration("24h")', '2026-01-02T00:00:00Z')
    gives('duration("24h") + timestamp("2026-01-01T00:00:00Z")', '2026-01-02T00:00:00Z')
    gives('timestamp("2026-01-01T00:00:00Z") - duration("1s")', '2025-12-31T23:59:59Z')
    gives('timestamp("2026-01-02T00:00:00Z") - timestamp("2026-01-01T00:00:00Z")', '86400s')
    gives('duration("1m") + duration("1s") - duration("2s")', '59s')
    gives('timestamp("2026-01-02T00:00:00Z") > timestamp("2026-01-01T00:00:00Z")', true)
    gives('timestamp("2026-01-02T00:00:00Z") == timestamp("2026-01-02T01:00:00+01:00")', true)
    gives('duration("60s") == duration("1m") && duration("1s") < duration("2s")', true)
    gives('duration("60s") == timestamp("2026-01-02T00:00:00Z")', false)
    gives('timestamp("2026-01-02T00:00:00Z") == duration("60s")', false)
    fails('timestamp("9999-12-31T23:59:59Z") + duration("1s")', 'NUMBER_OUT_OF_RANGE')
    fails('timestamp("0001-01-01T00:00:00Z") - duration("1s")', 'NUMBER_OUT_OF_RANGE')
    fails('timestamp("2026-01-01T00:00:00Z") + 1', 'WRONG_TYPE', 'between a timestamp and a number')
    fails('duration("1s") - timestamp("2026-01-01T00:00:00Z")', 'WRONG_TYPE')
    fails('duration("1s") * 2', 'WRONG_TYPE', 'between a duration and a number')
    fails('duration("1s") < 2', 'WRONG_TYPE')
    fails('timestamp("2026-01-01T00:00:00Z") + timestamp("2026-01-01T00:00:00Z")', 'WRONG_TYPE')
  })

  test('parts of an instant are those of UTC, or of a fixed offset', () => {
    const part = (call: string, value: number) => gives(`timestamp("2024-12-31T23:04:05.678Z").${call}`, value)
    part('getFullYear()', 2024)
    part('getMonth()', 11)
    part('getDate()', 31)
    part('getDayOfMonth()', 30)
    part('getDayOfYear()', 365)
    part('getDayOfWeek()', 2)
    part('getHours()', 23)
    part('getMinutes()', 4)
    part('getSeconds()', 5)
    part('getMilliseconds()', 678)
    part('getFullYear("+01:00")', 2025)
    part('getHours("-05:30")', 17)
    part('getHours("01:00")', 0)
    part('getHours("UTC")', 23)
    gives('timestamp("1969-12-28T00:00:00Z").getDayOfWeek()', 0)
    fails('timestamp("2024-12-31T23:04:05Z").getHours("Europe/Berlin")', 'INVALID_VALUE', 'a fixed offset')
    fails('timestamp("2024-12-31T23:04:05Z").getHours(1)', 'WRONG_TYPE')
    fails('input.getHours()', 'WRONG_TYPE', '`getHours` needs a time', '2024')
  })

  test('durations are counted in one unit', () => {
    gives('duration("90m").getHours()', 1)
    gives('duration("90m").getMinutes()', 90)
    gives('duration("90m").getSeconds()', 5400)
    gives('duration("1.5s").getMilliseconds()', 1500)
    fails('duration("1s").getMonth()', 'WRONG_TYPE')
  })
})

test('every function of the table has been given a sentence', () => {
  for (const one of functions) expect(one.detail).toMatch(/[.?]$/)
})

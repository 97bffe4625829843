import { describe, expect, it } from 'vitest'
import { trimSplice } from '#core/definition/text/splice.ts'
import { alignItems, permutation } from './align.ts'
import { jsonEqual } from './json-equal.ts'
import { openSource } from './source.ts'

describe('opening a text', () => {
  it('reads it once', () => expect(openSource('a: 1')).toBe(openSource('a: 1')))
  it.each([['a: ['], ['- a'], ['a: 1\na: 2'], ['a: &x 1\nb: *x'], ['? {a: 1}\n: 2'], ['# nothing'], ['{}']])(
    '%j: no',
    (text) => {
      expect(openSource(text)).toMatchObject({ ok: false, code: 'text_broken' })
    },
  )
  it('names the line of a mistake', () => {
    expect(openSource('a: 1\nb: "')).toMatchObject({
      message: 'Fix the YAML error in line 2 first.',
    })
  })
  it('takes empty keys and tags as they are', () => {
    expect(openSource(': 1\nb: !!str 2\n')).toMatchObject({ value: { '': 1, b: '2' } })
  })
})

describe('aligning lists', () => {
  it('knows items by name, others by what they say, and changed ones by their place', () => {
    const a = { name: 'a', x: 1 }
    expect(alignItems([a, { name: 'b' }, 1, 1], [{ name: 'a', x: 2 }, 2, 1, 1])).toEqual([0, 1, 2, 3])
    expect(alignItems([1, 2, 3], [3, 1])).toEqual([2, null])
    expect(alignItems([1, 2], [5, 1, 6, 7, 2])).toEqual([null, 0, null, null, 1])
  })
  it('sees a list in another order', () => {
    expect(permutation([1, 1, 2], [2, 1, 1])).toEqual([2, 0, 1])
    expect(permutation([1, 2], [2, 3])).toBeNull()
    expect(permutation([1], [1, 1])).toBeNull()
  })
})

describe('values', () => {
  it('are equal whatever the order of keys', () => {
    expect(jsonEqual({ a: 1, b: [Number.NaN] }, { b: [Number.NaN], a: 1 })).toBe(true)
    for (const other of [{ a: 1 }, { a: 1, c: 2 }, [1], null, { a: 1, b: 3 }])
      expect(jsonEqual({ a: 1, b: 2 }, other)).toBe(false)
    expect(jsonEqual([1], [1, 2])).toBe(false)
  })
  it('that are the same need no splice', () => {
    expect(trimSplice('abc', { start: 0, end: 3, text: 'abc' })).toBeNull()
    expect(trimSplice('abab', { start: 0, end: 4, text: 'ab' })).toEqual({ start: 2, end: 4, text: '' })
  })
})

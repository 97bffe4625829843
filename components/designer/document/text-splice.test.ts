import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spliceBetween, spliceText } from './text-splice.ts'

test('equal texts need no splice', () => {
  expect(spliceBetween('a: 1', 'a: 1')).toBeNull()
})

test('the splice covers only what differs', () => {
  expect(spliceBetween('a: 1\nb: 2\n', 'a: 1\nb: 30\n')).toEqual({ start: 8, end: 9, text: '30' })
})

test('repeated characters do not make beginning and end overlap', () => {
  expect(spliceBetween('aaa', 'aa')).toEqual({ start: 2, end: 3, text: '' })
})

test('applying the splice to the one text gives the other, whatever they are', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (head, before, after, tail) => {
      const from = head + before + tail
      const to = head + after + tail
      const splice = spliceBetween(from, to)
      expect(splice === null ? from : spliceText(from, splice)).toBe(to)
    }),
  )
})

import { Text } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineMap } from './line-map.ts'

test('a text with plain line feeds is mapped to itself', () => {
  const map = lineMap('a\nb')
  expect([map.lineBreak, map.toText(2), map.toEditor(2)]).toEqual(['\n', 2, 2])
})

test('every CRLF counts once in the editor', () => {
  const map = lineMap('a\r\nb\r\nc')
  expect([map.toText(0), map.toText(1), map.toText(2), map.toText(4)]).toEqual([0, 1, 3, 6])
  expect([map.toEditor(3), map.toEditor(6)]).toEqual([2, 4])
  expect(map.lineBreak).toBe('\r\n')
})

test('the start of every line maps to the start of the same line, in any mixture of line breaks', () => {
  const lines = fc.array(fc.tuple(fc.string(), fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 12 })
  fc.assert(
    fc.property(lines, (parts) => {
      const text = parts.map(([line, lineBreak]) => line.replace(/[\r\n]/g, '') + lineBreak).join('')
      const document = Text.of(text.split(/\r\n?|\n/))
      const map = lineMap(text)
      for (let number = 1; number <= document.lines; number += 1) {
        const line = document.line(number)
        const start = map.toText(line.from)
        expect(text.slice(start, start + line.length)).toBe(line.text)
        expect(map.toEditor(start)).toBe(line.from)
      }
    }),
  )
})

import { expect, test } from 'vitest'
import { splitDocuments } from './documents.ts'

const texts = (text: string) => splitDocuments(text).map((part) => part.text)

test('a text of one document comes back whole, to the byte', () => {
  for (const text of ['', 'a: 1', '---\na: 1\n---\n', '# only a comment\n', 'a: |\n  ---\n', 'a: 1\n...\n']) {
    expect(splitDocuments(text)).toEqual([{ text, start: 0 }])
  }
})

test('documents are split at their marker lines, which belong to none', () => {
  expect(splitDocuments('a: 1\n---\nb: 1\n')).toEqual([
    { text: 'a: 1\n', start: 0 },
    { text: 'b: 1\n', start: 9 },
  ])
  expect(texts('---\r\na: 1\r\n---\r\nb: 1\r\n---')).toEqual(['a: 1\r\n', 'b: 1\r\n'])
})

test('comments go with the document that follows them', () => {
  const text = 'a: 1\n# about b\n\n# more\n---\nb: 1\n---\n# about c\nc: 1\n'
  expect(texts(text)).toEqual(['a: 1\n', '# about b\n\n# more\n---\nb: 1\n', '# about c\nc: 1\n'])
})

test('a comment at the beginning goes with the first document', () => {
  expect(texts('# about a\n---\na: 1\n---\nb: 1\n')).toEqual(['# about a\n---\na: 1\n', 'b: 1\n'])
})

test('an indented comment may be the last line of a script, and stays', () => {
  expect(texts('code: |\n  x\n  # y\n---\nb: 1\n')).toEqual(['code: |\n  x\n  # y\n', 'b: 1\n'])
})

test('content on the marker line stays with its document', () => {
  expect(texts('a: 1\n--- {b: 1}\n--- # about c\nc: 1\n')).toEqual(['a: 1\n', '--- {b: 1}\n', '--- # about c\nc: 1\n'])
})

test('every offset is the place of its text', () => {
  const text = '# x\na: 1\n\n---\n\n# y\n---\nb: 1\n---\nc: 1'
  for (const part of splitDocuments(text)) expect(text.slice(part.start, part.start + part.text.length)).toBe(part.text)
})

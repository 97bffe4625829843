import { expect, test } from 'vitest'
import { limits } from '#core/limits.ts'
import { searchWords, wordsOf, wordsQuery } from './search-words.ts'

test('a run is found by the words of its values and tags, each kept once', () => {
  const input = {
    customer: 'Weaver & Sons',
    amount: 1250.5,
    vip: true,
    lines: [{ sku: 'LOOM-3' }, { sku: 'loom' }],
    none: null,
  }
  expect(searchWords(input, ['Weaver', 'rush'])).toEqual(['weaver', 'sons', '1250', '5', 'true', 'rush', 'loom', '3'])
  expect(searchWords(null, [])).toEqual([])
})

test('the words of the values that a list shows come first, and their number is bounded', () => {
  const many = Object.fromEntries(
    Array.from({ length: 2 * limits.search.words }, (_, index) => [`n${index}`, `w${index}`]),
  )
  const words = searchWords({ ...many, customer: 'Zoë' }, [])
  expect(words).toHaveLength(limits.search.words)
  expect(words[0]).toBe('zoë')
})

test('words of any script are told apart by what is neither letter nor digit; a long one is cut', () => {
  expect(wordsOf('Ｏrder №7: Łódź/नमस्ते')).toEqual(['order', 'no7', 'łódź', 'नमस्ते'])
  expect(wordsOf('x'.repeat(1_000))[0]).toHaveLength(limits.search.wordCharacters)
})

test('a search asks for each of its words as the beginning of one; punctuation alone asks for nothing', () => {
  expect(wordsQuery("weav & son's")).toBe("'weav':* & 'son':* & 's':*")
  expect(wordsQuery(' -- ')).toBeNull()
})

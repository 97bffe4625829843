import { expect, it } from 'vitest'
import { joinDocuments } from './join-documents.ts'

it('keeps one file as it is and separates several', () => {
  expect(joinDocuments([])).toBe('')
  expect(joinDocuments(['a: 1'])).toBe('a: 1')
  expect(joinDocuments(['a: 1', 'b: 2\n'])).toBe('a: 1\n---\nb: 2\n')
})

import { expect, test } from 'vitest'
import { refusalOf } from './refusal-of.ts'

const failed = (message: string, apiCode: string, field: string | null = null) =>
  Object.assign(new Error(message), { data: { apiCode, field, errors: [] } })

test('a text that is too large is refused for good, in words for people', () => {
  const error = failed('text: The text is larger than 512 kB.', 'TOO_LARGE', 'text')
  expect(refusalOf(error)).toEqual({ outcome: 'refused', message: 'The text is larger than 512 kB.' })
  expect(refusalOf(failed('The workflow is archived.', 'ARCHIVED'))).toMatchObject({ outcome: 'refused' })
})

test('what passes is worth another attempt', () => {
  expect(() => refusalOf(failed('Try again.', 'UNAVAILABLE'))).toThrow('Try again.')
  expect(() => refusalOf(new TypeError('Failed to fetch'))).toThrow('Cannot reach the server.')
})

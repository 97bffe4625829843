import { expect, it } from 'vitest'
import { readJsonText } from './read-json-text.ts'

it('reads JSON, and says what is wrong with a text that is none or that would be kept as another value', () => {
  expect(readJsonText('{"a":[1]}')).toEqual({ ok: true, value: { a: [1] } })
  expect(readJsonText('{"a":')).toEqual({ ok: false, message: expect.stringMatching(/^Not valid JSON yet: \S/) })
  expect(readJsonText('{"order":{"id":9007199254740993}}')).toEqual({
    ok: false,
    message: expect.stringMatching(
      /^order\.id: The number 9007199254740993 has too many digits and would become 9007199254740992/,
    ),
  })
  expect(readJsonText('9007199254740993')).toEqual({ ok: false, message: expect.stringMatching(/^The number/) })
  expect(readJsonText('{"a":1,"a":2}')).toEqual({ ok: false, message: 'a: The key a appears twice.' })
})

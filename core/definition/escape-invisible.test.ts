import { expect, test } from 'vitest'
import { escapeInvisible, invisibleCharacters, isolateSentence, isolateText } from './escape-invisible.ts'

test.each([
  ['Validate_Order', 'Validate_Order', []],
  ['Prüfung 審査 🧵', 'Prüfung 審査 🧵', []],
  ['pay\u200Bment', 'pay⟨U+200B⟩ment', ['U+200B']],
  ['\u202Egnp.exe\u202E', '⟨U+202E⟩gnp.exe⟨U+202E⟩', ['U+202E']],
  ['a\nb\u3164', 'a⟨U+000A⟩b⟨U+3164⟩', ['U+000A', 'U+3164']],
  ['tag\u{E0041}', 'tag⟨U+E0041⟩', ['U+E0041']],
])('%j is shown as %s', (text, shown, codes) => {
  expect(escapeInvisible(text)).toBe(shown)
  expect(invisibleCharacters(text)).toEqual(codes)
})

test.each([
  ['Weaver & Sons\n\u2028two lines, 👨\u200D👩\u200D👧', 'Weaver & Sons\n\u2028two lines, 👨\u200D👩\u200D👧'],
  ['\u202Egnp.exe', '⟨U+202E⟩gnp.exe'],
  ['a\u2066b\u2069c\u200Fd\u061Ce', 'a⟨U+2066⟩b⟨U+2069⟩c⟨U+200F⟩d⟨U+061C⟩e'],
  ['דנה', '\u2068דנה\u2069'],
  ['12 شركة', '\u206812 شركة\u2069'],
  ['ab\u2069דנה', '\u2068ab⟨U+2069⟩דנה\u2069'],
])('%j stands among other words as %j', (text, shown) => {
  expect(isolateText(text)).toBe(shown)
})

test('a sentence with a name that would turn it around keeps its order', () => {
  expect(isolateSentence('\u202Ed failed: דנה.')).toBe('⟨U+202E⟩d failed: דנה.')
  expect(isolateSentence('\u2068\u202Ed\u2069 failed.')).toBe('⟨U+2068⟩⟨U+202E⟩d⟨U+2069⟩ failed.')
})

test('what is shown already is shown the same again, also within a sentence', () => {
  const name = isolateText('\u202Eדנה')
  expect(name).toBe('\u2068⟨U+202E⟩דנה\u2069')
  expect(isolateText(name)).toBe(name)
  expect(isolateSentence(`Waiting for ${name} and \u202Bben.`)).toBe(`Waiting for ${name} and ⟨U+202B⟩ben.`)
  expect(isolateSentence('\u2068\u202Eדנה\u2069')).toBe(name)
  expect(isolateText(`${name} 2`)).toBe(`\u2068${name} 2\u2069`)
})

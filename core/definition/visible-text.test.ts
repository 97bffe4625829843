import { expect, test } from 'vitest'
import { unseenCharacters, visibleText } from './visible-text.ts'

test.each([
  ['Validate_Order', 'Validate_Order', []],
  ['Prüfung 審査 🧵', 'Prüfung 審査 🧵', []],
  ['pay\u200Bment', 'pay⟨U+200B⟩ment', ['U+200B']],
  ['\u202Egnp.exe\u202E', '⟨U+202E⟩gnp.exe⟨U+202E⟩', ['U+202E']],
  ['a\nb\u3164', 'a⟨U+000A⟩b⟨U+3164⟩', ['U+000A', 'U+3164']],
  ['tag\u{E0041}', 'tag⟨U+E0041⟩', ['U+E0041']],
])('%j is shown as %s', (text, shown, codes) => {
  expect(visibleText(text)).toBe(shown)
  expect(unseenCharacters(text)).toEqual(codes)
})

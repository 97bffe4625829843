import fc from 'fast-check'
import { expect, it } from 'vitest'
import { arbitraryObject, arbitraryStyle } from '../../testing/arbitrary-json.ts'
import { changes } from '../../testing/edit-text.ts'
import { openText, rewritten } from '../../testing/rewritten.ts'
import { chooseFrom, styledText } from '../../testing/styled-text.ts'

it('the generator writes what it is given', () => {
  fc.assert(
    fc.property(arbitraryObject, arbitraryStyle, (value, style) => {
      expect(openText(styledText(value, chooseFrom(style))).value).toEqual(value)
    }),
    { numRuns: 150 },
  )
})

it('any value becomes any other', () => {
  fc.assert(
    fc.property(arbitraryObject, arbitraryObject, arbitraryStyle, (value, wanted, style) => {
      rewritten(styledText(value, chooseFrom(style)), wanted)
    }),
    { numRuns: 150 },
  )
})

it('a value that stays is not touched, whatever happens beside it', () => {
  fc.assert(
    fc.property(arbitraryObject, arbitraryObject, arbitraryStyle, (kept, value, style) => {
      const before = styledText({ kept, other: { a: 1, value } }, chooseFrom(style))
      const after = rewritten(before, { kept, other: { a: 1 } })
      const added = changes(before, after).filter((line) => line.startsWith('+'))
      expect(added.length).toBeLessThanOrEqual(1)
      expect(rewritten(before, { kept, other: { a: 1, value } })).toBe(before)
    }),
    { numRuns: 150 },
  )
})

it('the keys of a map in another order say the same in every style', () => {
  fc.assert(
    fc.property(arbitraryObject, arbitraryStyle, fc.nat(), (value, style, turn) => {
      const entries = Object.entries(value)
      const wanted = Object.fromEntries(entries.map((_, index) => entries[(index + turn) % entries.length] as never))
      const after = rewritten(styledText(value, chooseFrom(style)), wanted)
      expect(JSON.stringify(openText(after).value)).toBe(JSON.stringify(wanted))
    }),
    { numRuns: 150 },
  )
})

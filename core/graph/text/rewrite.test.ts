import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '#core/json.ts'
import { arbitraryJson, arbitraryObject, arbitraryStyle } from '../testing/arbitrary-json.ts'
import { chooseFrom, styledText } from '../testing/styled-text.ts'
import { rewrite } from './rewrite.ts'
import { openSource, type Source } from './source.ts'
import { applySplices } from './splice.ts'

function open(text: string): Source {
  const source = openSource(text)
  if (!source.ok) throw new Error(`${source.message}\n${text}`)
  return source
}

describe('texts of every style', () => {
  it('the generator writes what it is given', () => {
    fc.assert(
      fc.property(arbitraryObject, arbitraryStyle, (value, style) => {
        expect(open(styledText(value, chooseFrom(style))).value).toEqual(value)
      }),
      { numRuns: 3000 },
    )
  })
  it('any value becomes any other', () => {
    fc.assert(
      fc.property(arbitraryObject, arbitraryObject, arbitraryStyle, (value, wanted, style) => {
        const source = open(styledText(value, chooseFrom(style)))
        const result = rewrite(source, wanted)
        if (!result.ok) throw new Error(`${result.message}\n${source.text}`)
        expect(result.source.value).toEqual(wanted)
      }),
      { numRuns: 3000 },
    )
  })
})

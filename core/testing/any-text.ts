import fc from 'fast-check'

const SURROGATES = { from: 0xd800, count: 0x800 }

const character = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map(
  (index) => String.fromCodePoint(index < SURROGATES.from ? index : index + SURROGATES.count),
  (value) => {
    const codePoint = [...String(value)].length === 1 ? (String(value).codePointAt(0) as number) : -1
    if (codePoint < 0) throw new Error('This is not one character.')
    return codePoint < SURROGATES.from ? codePoint : codePoint - SURROGATES.count
  },
)

/** Texts of any characters. The library's own unit `binary` lists them all first, which takes longer than most tests. */
export const anyText = (maxLength?: number): fc.Arbitrary<string> =>
  fc.string({ unit: character, ...(maxLength !== undefined && { maxLength }) })

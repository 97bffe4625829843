/**
 * Reduced text is what remains of a text when letter case and separators are taken away, so that `Top-Secret`,
 * `t o p s e c r e t` and `TOPSECRET` are equal. It is kept as UTF-16 codes, as answers may have 10 MB and this thread
 * serves others, too.
 */

/** Control characters, blanks and ASCII punctuation: what is put between the characters of a value to break it up. */
const separator = /[\0-/:-@[-`{-\u00a0\u00ad\u2000-\u200f\u2028-\u202f\u2060\ufeff]/

let table: Uint16Array | null = null

/** By UTF-16 code, the reduced code; 0 for a separator. It is made when there is a secret to look for. */
export function reducedCodes(): Uint16Array {
  table ??= Uint16Array.from({ length: 0x1_0000 }, (_, code) => {
    const character = String.fromCharCode(code)
    if (separator.test(character)) return 0
    // The final sigma is the same letter; no other lower case depends on neighbours.
    return character === 'ς' ? 'σ'.charCodeAt(0) : character.toLowerCase().charCodeAt(0)
  })
  return table
}

export function reduceText(text: string): string {
  const codes = reducedCodes()
  let reduced = ''
  for (let at = 0; at < text.length; at += 1) {
    const code = codes[text.charCodeAt(at)]
    if (code) reduced += String.fromCharCode(code)
  }
  return reduced
}

/** Characters that show nothing, or change the order of those beside them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/gu

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`

/** The code points of a text that nobody can see, each once. */
export function unseenCharacters(text: string): readonly string[] {
  return [...new Set([...text.matchAll(unseen)].map(([character]) => codeOf(character)))]
}

/** A text as it can be shown: what nobody would see, or would turn the rest around, stands as its code point. */
export function visibleText(text: string): string {
  return text.replace(unseen, (character) => `⟨${codeOf(character)}⟩`)
}

/** Characters that show nothing, or change the order of those beside them. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/gu

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`

/** Characters that turn those beside them around. */
const turning = /\p{Bidi_Control}/gu
/** Letters that are written from right to left, to which numbers and signs beside them belong as well. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const [isolate, endOfIsolate] = ['\u2068', '\u2069']
const isolatedOrTurning = /\u2068([^\u2066-\u2069\n]*)\u2069|\p{Bidi_Control}/gu
const wholeIsolate = /^\u2068[^\u2066-\u2069]*\u2069$/u

/** The code points of a text that nobody can see, each once. */
export function unseenCharacters(text: string): readonly string[] {
  return [...new Set([...text.matchAll(unseen)].map(([character]) => codeOf(character)))]
}

/** A text as it can be shown: what nobody would see, or would turn the rest around, stands as its code point. */
export function visibleText(text: string): string {
  return text.replace(unseen, (character) => `⟨${codeOf(character)}⟩`)
}

/** Words with names and values in them, of which none turns the others around. What `shownText` keeps to itself stays so. */
export function shownSentence(text: string): string {
  return text.replace(isolatedOrTurning, (found, isolated: string | undefined) =>
    isolated !== undefined && rightToLeft.test(isolated)
      ? `${isolate}${withCodes(isolated)}${endOfIsolate}`
      : withCodes(found),
  )
}

/**
 * A name or a value that somebody has given, as it can stand among other words: in their order, and with its own within
 * itself. Unlike `visibleText` it leaves what texts of several lines and languages are made of.
 */
export function shownText(text: string): string {
  const shown = shownSentence(text)
  return rightToLeft.test(shown) && !wholeIsolate.test(shown) ? `${isolate}${shown}${endOfIsolate}` : shown
}

const withCodes = (text: string) => text.replace(turning, (character) => `⟨${codeOf(character)}⟩`)

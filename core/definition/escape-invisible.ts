/** Invisible characters, and characters that change the order of their neighbours. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115F\u1160\u3164\uFFA0]/gu

const codeOf = (character: string): string =>
  `U+${(character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`

/** Characters that change the direction of their neighbours. */
const turning = /\p{Bidi_Control}/gu
/** Letters of right-to-left scripts, which also pull adjacent numbers and signs into their direction. */
const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const [isolate, endOfIsolate] = ['\u2068', '\u2069']
const isolatedOrTurning = /\u2068([^\u2066-\u2069\n]*)\u2069|\p{Bidi_Control}/gu
const wholeIsolate = /^\u2068[^\u2066-\u2069]*\u2069$/u

/** The code points of the invisible characters of a text, each once. */
export function invisibleCharacters(text: string): readonly string[] {
  return [...new Set([...text.matchAll(unseen)].map(([character]) => codeOf(character)))]
}

/** A text for display: invisible and direction-changing characters are replaced by their code points. */
export function escapeInvisible(text: string): string {
  return text.replace(unseen, (character) => `⟨${codeOf(character)}⟩`)
}

/**
 * A sentence that contains names and values, in which none changes the direction of the others. Text that `isolateText`
 * isolates stays isolated.
 */
export function isolateSentence(text: string): string {
  return text.replace(isolatedOrTurning, (found, isolated: string | undefined) =>
    isolated !== undefined && rightToLeft.test(isolated)
      ? `${isolate}${withCodes(isolated)}${endOfIsolate}`
      : withCodes(found),
  )
}

/**
 * A name or a value from a user, isolated for display within a sentence: the order of words stays, and its own
 * direction stays inside. Unlike `escapeInvisible` it keeps the characters of multi-line and multilingual texts.
 */
export function isolateText(text: string): string {
  const shown = isolateSentence(text)
  return rightToLeft.test(shown) && !wholeIsolate.test(shown) ? `${isolate}${shown}${endOfIsolate}` : shown
}

const withCodes = (text: string) => text.replace(turning, (character) => `⟨${codeOf(character)}⟩`)

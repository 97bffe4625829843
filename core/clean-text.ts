/**
 * A text as it is stored: PostgreSQL holds neither U+0000 nor half of a
 * surrogate pair, so that U+FFFD stands in their place. It is applied before an
 * event is made, and the history then says the same as the rows made of it.
 */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed()
}

/** At most so many UTF-16 units, the last one an ellipsis where something was cut; clean. */
export function shortened(text: string, units: number): string {
  return cleanText(text.length <= units ? text : `${text.slice(0, units - 1)}…`)
}

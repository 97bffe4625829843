/**
 * A text that PostgreSQL can store: U+FFFD replaces U+0000 and unpaired surrogates. It is applied before an event is
 * made, so that the history and the rows derived from it agree.
 */
export function cleanText(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed()
}

/** A clean text of at most `units` UTF-16 units, the last one an ellipsis where the text was cut. */
export function shortened(text: string, units: number): string {
  return cleanText(text.length <= units ? text : `${text.slice(0, units - 1)}…`)
}

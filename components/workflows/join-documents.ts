/** Several files as one text of several documents. A single file stays byte for byte as it is. */
export function joinDocuments(texts: readonly string[]): string {
  if (texts.length < 2) return texts[0] ?? ''
  return texts.map((text) => (text.endsWith('\n') ? text : `${text}\n`)).join('---\n')
}

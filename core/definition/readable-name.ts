/** An id as people read it where there is no title: underscores are spaces. Only for display. */
export function readableName(id: string): string {
  const words = id.replaceAll('_', ' ')
  return words.trim() === '' ? id : words
}

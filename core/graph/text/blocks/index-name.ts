/**
 * A name of digits alone, like the index of a list: objects order such names before all others, wherever the text has
 * them.
 */
export function isIndexName(name: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(name)
}

/** A name of digits alone, as the index of a list has: objects have such before all others, wherever the text has them. */
export function isIndexName(name: string): boolean {
  return /^(?:0|[1-9]\d*)$/.test(name)
}

/** The two ends of an id: `0198c4e2…7f1a`. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`
}

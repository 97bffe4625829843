/** The first sentence of a text: up to a full stop after which another one begins. */
export function firstSentence(text: string): string {
  const end = text.search(/[.!?] +[\p{Lu}\p{N}`{"]/u)
  return end === -1 ? text : text.slice(0, end + 1)
}

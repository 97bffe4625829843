/** A turn of an AI step behind the id of that step, as `agentLoop` names it. */
const turn = /\[(model|(?:call|approve) [^\]]+)\]$/

/**
 * An id as people read it where there is no title: underscores are spaces, and the turn of an AI step follows a colon.
 * Only for display.
 */
export function readableName(id: string): string {
  const words = id.replace(turn, ': $1').replaceAll('_', ' ')
  return words.trim() === '' ? id : words
}

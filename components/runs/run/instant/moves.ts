/** The approximate playing time of a run of any length. */
const playMs = 20_000
const fastestTickMs = 100
const slowestTickMs = 600

/** The pace for a number of events: events per tick, and the tick interval. */
export function playPace(count: number): { readonly stride: number; readonly tickMs: number } {
  const tickMs = Math.min(Math.max(playMs / Math.max(count, 1), fastestTickMs), slowestTickMs)
  return { stride: Math.max(1, Math.ceil((count * tickMs) / playMs)), tickMs }
}

/** The event that a key moves the scrubber to; null for now, undefined for keys of other functions. */
export function keyLeadsTo(key: string, seq: number, count: number): number | null | undefined {
  const page = Math.max(10, Math.round(count / 20))
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -page,
    PageUp: page,
  }
  if (key === 'Home') return 1
  if (key === 'End') return null
  const move = moves[key]
  return move === undefined ? undefined : within(seq + move, count)
}

/** The event limited to the history; a number after the last event means now. */
export function within(seq: number, count: number): number | null {
  return seq >= count ? null : Math.max(1, seq)
}

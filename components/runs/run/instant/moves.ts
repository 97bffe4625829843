/** However long a run is, it plays in about this time. */
const playMs = 20_000
const fastestTickMs = 100
const slowestTickMs = 600

/** How a run of so many events is played: how many events at a time, and how often. */
export function playPace(count: number): { readonly stride: number; readonly tickMs: number } {
  const tickMs = Math.min(Math.max(playMs / Math.max(count, 1), fastestTickMs), slowestTickMs)
  return { stride: Math.max(1, Math.ceil((count * tickMs) / playMs)), tickMs }
}

/** What a key does to the scrubber: the event it leads to; null for now, undefined for a key that is not its own. */
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

/** An event of the run; what comes after the last one is now. */
export function within(seq: number, count: number): number | null {
  return seq >= count ? null : Math.max(1, seq)
}

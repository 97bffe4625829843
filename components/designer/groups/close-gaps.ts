import type { Room } from '#components/canvas/expansion/make-room.ts'
import { nodeSize } from '#components/canvas/measures.ts'

interface Stretch {
  readonly from: number
  readonly to: number
}

/** A folded group: where its card begins, and where the lowest of its steps would end. */
export interface FoldedSpan {
  readonly top: number
  readonly bottom: number
}

/** What two rows keep between them where what stood there is folded; nearer ones stay as they are. */
const rowGap = 56

/** Where nothing is folded, everything stands at its place. */
export const noGaps: Room = { drawn: (place) => place, place: (drawn) => drawn }

/**
 * Takes the height out that the steps of folded groups leave empty: what is
 * below moves up by it, all alike, and down again when the group is unfolded.
 * Nobody's place changes. Heights at which something else stands stay, so a
 * branch beside the group keeps its shape, and nothing comes to lie over
 * anything. `others` are the tops of the other cards.
 */
export function closeGaps(folded: readonly FoldedSpan[], others: readonly number[]): Room {
  const held = [
    ...others.map((top) => ({ from: top - rowGap / 2, to: top + nodeSize.height + rowGap / 2 })),
    ...folded.map(({ top }) => ({ from: top - rowGap / 2, to: top + nodeSize.height })),
  ]
  const cuts = together(folded.map(({ top, bottom }) => ({ from: top + nodeSize.height, to: bottom }))).flatMap((gap) =>
    without(gap, held),
  )
  if (cuts.length === 0) return noGaps
  return {
    drawn: ({ x, y }) => ({
      x,
      y: y - cuts.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(y, to) - from), 0),
    }),
    place: ({ x, y }) => ({ x, y: cuts.reduce((at, { from, to }) => (at > from ? at + to - from : at), y) }),
  }
}

/** Stretches from the top, those that touch as one. */
function together(stretches: readonly Stretch[]): readonly Stretch[] {
  const joined: { from: number; to: number }[] = []
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

/** What is left of a stretch, from the top. */
function without(stretch: Stretch, held: readonly Stretch[]): readonly Stretch[] {
  let { from } = stretch
  const left: Stretch[] = []
  for (const taken of together(held)) {
    if (taken.from > from) left.push({ from, to: Math.min(taken.from, stretch.to) })
    from = Math.max(from, taken.to)
  }
  left.push({ from, to: stretch.to })
  return left.filter(({ from: start, to }) => start < to && start < stretch.to)
}

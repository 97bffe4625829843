import type { Room } from '#components/canvas/expansion/make-room.ts'
import { nodeSize } from '#components/canvas/measures.ts'

interface Stretch {
  readonly from: number
  readonly to: number
}

/** A folded group: the top of its card, and the bottom of its lowest step when unfolded. */
export interface FoldedSpan {
  readonly top: number
  readonly bottom: number
}

/** The distance between two rows after the gap between them closes. Rows nearer than this keep their distance. */
const rowGap = 56

/** The identity mapping, for a canvas without folded groups. */
export const noGaps: Room = { toDrawn: (position) => position, toText: (drawn) => drawn }

/**
 * Closes the vertical gaps that the steps of folded groups leave. Everything below moves up by the same amount, and
 * down again when the group is unfolded. Stored positions do not change. Heights at which another card stands stay, so
 * a branch beside the group keeps its shape and no cards overlap. `others` are the tops of the other cards,
 * `height` that of a card.
 */
export function closeGaps(
  folded: readonly FoldedSpan[],
  others: readonly number[],
  height: number = nodeSize.height,
): Room {
  const held = [
    ...others.map((top) => ({ from: top - rowGap / 2, to: top + height + rowGap / 2 })),
    ...folded.map(({ top }) => ({ from: top - rowGap / 2, to: top + height })),
  ]
  const cuts = together(folded.map(({ top, bottom }) => ({ from: top + height, to: bottom }))).flatMap((gap) =>
    without(gap, held),
  )
  if (cuts.length === 0) return noGaps
  return {
    toDrawn: ({ x, y }) => ({
      x,
      y: y - cuts.reduce((sum, { from, to }) => sum + Math.max(0, Math.min(y, to) - from), 0),
    }),
    toText: ({ x, y }) => ({ x, y: cuts.reduce((at, { from, to }) => (at > from ? at + to - from : at), y) }),
  }
}

/** The union of the stretches, sorted from the top; touching stretches are joined. */
function together(stretches: readonly Stretch[]): readonly Stretch[] {
  const joined: { from: number; to: number }[] = []
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to)
    else joined.push({ from, to })
  }
  return joined
}

/** The parts of a stretch outside the held stretches, from the top. */
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

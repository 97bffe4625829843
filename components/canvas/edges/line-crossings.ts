import type { Point } from './edge-path.ts'

/** A downward path as points, none higher than the one before. */
export type Line = readonly Point[]

/** Below this distance in pixels, two lines are at the same place: where they begin or end together. */
const same = 1

/** The number of times that two downward lines change sides. */
export function lineCrossings(a: Line, b: Line): number {
  const top = Math.max((a[0] as Point).y, (b[0] as Point).y)
  const bottom = Math.min((a[a.length - 1] as Point).y, (b[b.length - 1] as Point).y)
  if (areApart(a, b)) return 0
  let crossings = 0
  let before = 0
  let [i, j] = [0, 0]
  for (let y = top; y <= bottom; ) {
    while (i < a.length - 2 && (a[i + 1] as Point).y <= y) i += 1
    while (j < b.length - 2 && (b[j + 1] as Point).y <= y) j += 1
    const apart = xAt(a, i, y) - xAt(b, j, y)
    const now = Math.abs(apart) < same ? 0 : Math.sign(apart)
    if (now !== 0 && before !== 0 && now !== before) crossings += 1
    if (now !== 0) before = now
    if (y === bottom) break
    const next = Math.min((a[i + 1] as Point).y, (b[j + 1] as Point).y)
    y = Math.min(bottom, next > y ? next : bottom)
  }
  return crossings
}

/** They run within the box around their points. */
function areApart(a: Line, b: Line): boolean {
  const [one, other] = [reachOf(a), reachOf(b)]
  return one.right <= other.left || other.right <= one.left
}

interface Reach {
  readonly left: number
  readonly right: number
}
const reaches = new WeakMap<Line, Reach>()
function reachOf(line: Line): Reach {
  const known = reaches.get(line)
  if (known !== undefined) return known
  const xs = line.map(({ x }) => x)
  const reach = { left: Math.min(...xs), right: Math.max(...xs) }
  reaches.set(line, reach)
  return reach
}

/** Whether a downward line passes through a box. */
export function linePasses(
  line: Line,
  { left, right, top, bottom }: { left: number; right: number; top: number; bottom: number },
): boolean {
  return line.some((to, index) => {
    const from = line[index - 1]
    if (from === undefined || to.y < top || from.y > bottom) return false
    const at = (y: number) => xAt(line, index - 1, Math.min(bottom, Math.max(top, y)))
    const [a, b] = [at(from.y), at(to.y)]
    return Math.max(a, b) > left && Math.min(a, b) < right
  })
}

/** The horizontal position of a line at a height, in the segment that begins at an index. */
function xAt(line: Line, index: number, y: number): number {
  const [from, to] = [line[index] as Point, line[index + 1] as Point]
  const height = to.y - from.y
  if (height === 0) return to.x
  return from.x + (to.x - from.x) * Math.min(1, Math.max(0, (y - from.y) / height))
}

import type { KeptRoom } from '../ports.ts'

/**
 * Which of these runs, of which each is asked how many bytes its large values have, are taken, in their order. Behind
 * one for which there is no room none with such values is taken: those that are smaller would keep it out for ever.
 */
export function withRoom<Run>(
  runs: readonly Run[],
  bytesOf: (run: Run) => number,
  { bytes: room, evenOne }: KeptRoom = { bytes: Number.POSITIVE_INFINITY, evenOne: true },
): readonly Run[] {
  let held = 0
  let isFull = false
  return runs.filter((run) => {
    const bytes = bytesOf(run)
    if (bytes === 0) return true
    isFull ||= held + bytes > room && !(evenOne && held === 0)
    held += bytes
    return !isFull
  })
}

/** Only runs without large values are taken. */
export function wantsNone({ bytes, evenOne }: KeptRoom): boolean {
  return bytes === 0 && !evenOne
}

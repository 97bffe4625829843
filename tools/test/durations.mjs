// Durations for the closing lines of `npm test`: which tests took longest, and
// what a suite took of the processors. They are printed so that growth is seen;
// nothing fails by them, because they are as much the machine's as the tests'.
import { readFileSync } from 'node:fs'

/** Tests in the list of the longest. */
const LISTED = 20
/** Clock ticks a second in `/proc`, which Linux promises to programs. */
const TICKS = 100
/** Places in `/proc/self/stat`, counted after the name of the program: ticks of ended children, in user and in system mode. */
const CHILDREN_USER = 13
const CHILDREN_SYSTEM = 14

/** Lines of the tests that took longest, as `{ label, ms }` are told: one a line, the longest first. */
export function longestTests(durations) {
  return durations
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, LISTED)
    .map(({ label, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${label}`)
}

/** Seconds of processor time of all processes that this one has started and that have ended; null where there is no /proc. */
export function processorSeconds() {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8')
    // The name stands in brackets and may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) / TICKS
  } catch {
    return null
  }
}

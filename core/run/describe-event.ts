import type { RunEvent } from './event.ts'

/** One event in words, for histories. */
export function describeEvent(_event: RunEvent): string {
  throw new Error('being written')
}

import { isForSignal } from '#core/run/views.ts'
import type { HumanWaits } from '#core/run/words.ts'

/** What a run below waits for, by its oldest wait; a report may say only how many there are. */
export function whomBelow({ oldest }: HumanWaits): string {
  if (oldest === undefined) return 'a person or a signal'
  return isForSignal(oldest) ? 'a signal' : 'a person'
}

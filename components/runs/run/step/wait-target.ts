import { isForSignal } from '#core/run/views.ts'
import type { HumanWaits } from '#core/run/words.ts'

/** The target of a child run's wait, from its oldest wait; a report may contain only the number of waits. */
export function childWaitTarget({ oldest }: HumanWaits): string {
  if (oldest === undefined) return 'a person or a signal'
  return isForSignal(oldest) ? 'a signal' : 'a person'
}

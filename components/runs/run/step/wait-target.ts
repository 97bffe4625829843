import { isForSignal } from '#core/run/views/waits.ts'
import type { HumanWaits } from '#core/run/words.ts'
import { runStepTexts } from '../../texts/run-step.ts'

/** The target of a child run's wait, from its oldest wait; a report may contain only the number of waits. */
export function childWaitTarget({ oldest }: HumanWaits): string {
  if (oldest === undefined) return runStepTexts.personOrSignal
  return isForSignal(oldest) ? runStepTexts.signalWord : runStepTexts.person
}

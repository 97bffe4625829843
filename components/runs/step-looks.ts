import type { Tone } from '#components/ui/layout/tone.ts'
import type { DisplayStatus } from '#core/run/display-status.ts'
import { runsTexts } from './texts/runs.ts'

export interface StepLook {
  /** Null for a state without a colour. */
  readonly tone: Tone | null
  /** The status in a word or two. */
  readonly word: string
}

/** The look of each state of a step on all pages, and the word for it. */
export const stepLooks: Readonly<Record<DisplayStatus, StepLook>> = {
  not_reached: { tone: null, word: runsTexts.notRunYet },
  again: { tone: null, word: runsTexts.toRunAgain },
  running: { tone: 'active', word: runsTexts.running },
  with_workers: { tone: 'async', word: runsTexts.sentToWorkers },
  retrying: { tone: 'async', word: runsTexts.retrying },
  waiting_person: { tone: 'human', word: runsTexts.waitingForPerson },
  waiting_time: { tone: 'async', word: runsTexts.waitingForItsTime },
  waiting_signal: { tone: 'human', word: runsTexts.waitingForSignal },
  waiting_child: { tone: 'child', word: runsTexts.waitingForSubWorkflow },
  person_below: { tone: 'child', word: runsTexts.waitingForPersonInSub },
  signal_below: { tone: 'child', word: runsTexts.waitingForSignalInSub },
  somebody_below: { tone: 'child', word: runsTexts.waitingForPersonOrSignalIn },
  fanned_out: { tone: 'active', word: runsTexts.runningInParallel },
  looping: { tone: 'active', word: runsTexts.looping },
  completed: { tone: 'done', word: runsTexts.completed },
  failed_ignored: { tone: 'failed', word: runsTexts.failedIgnored },
  failed: { tone: 'failed', word: runsTexts.failed },
  failed_handled: { tone: 'failed', word: runsTexts.failedHandled },
  skipped: { tone: null, word: runsTexts.skippedLabel },
  passed_over: { tone: 'idle', word: runsTexts.skippedLabel },
  undoing: { tone: 'undone', word: runsTexts.undoing },
  undone: { tone: 'undone', word: runsTexts.undone },
}

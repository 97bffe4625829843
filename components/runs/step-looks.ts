import type { Tone } from '#components/ui/layout/tone.ts'
import type { DisplayStatus } from '#core/run/display-status.ts'

export interface StepLook {
  /** Null for a state without a colour. */
  readonly tone: Tone | null
  /** The status in a word or two. */
  readonly word: string
}

/** The look of each state of a step on all pages, and the word for it. */
export const stepLooks: Readonly<Record<DisplayStatus, StepLook>> = {
  not_reached: { tone: null, word: 'Not run yet' },
  again: { tone: null, word: 'To run again' },
  running: { tone: 'active', word: 'Running' },
  with_workers: { tone: 'async', word: 'Sent to workers' },
  retrying: { tone: 'async', word: 'Retrying' },
  waiting_person: { tone: 'human', word: 'Waiting for a person' },
  waiting_time: { tone: 'async', word: 'Waiting for its time' },
  waiting_signal: { tone: 'human', word: 'Waiting for a signal' },
  waiting_child: { tone: 'child', word: 'Waiting for sub-workflow' },
  person_below: { tone: 'child', word: 'Waiting for a person in a sub-workflow' },
  signal_below: { tone: 'child', word: 'Waiting for a signal in a sub-workflow' },
  somebody_below: { tone: 'child', word: 'Waiting for a person or a signal in a sub-workflow' },
  fanned_out: { tone: 'active', word: 'Running in parallel' },
  looping: { tone: 'active', word: 'Looping' },
  completed: { tone: 'done', word: 'Completed' },
  failed_ignored: { tone: 'failed', word: 'Failed, ignored' },
  failed: { tone: 'failed', word: 'Failed' },
  failed_handled: { tone: 'failed', word: 'Failed, handled' },
  skipped: { tone: null, word: 'Skipped' },
  passed_over: { tone: 'idle', word: 'Skipped' },
  undoing: { tone: 'undone', word: 'Undoing' },
  undone: { tone: 'undone', word: 'Undone' },
}

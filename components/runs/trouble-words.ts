import type { OverviewData } from '#components/api/models.ts'
import type { Tone } from '#components/ui/layout/tone.ts'

export type Trouble = OverviewData['concerns'][number]['trouble']

interface Words {
  readonly tone: Tone
  /** The words after the number of runs. */
  readonly title: string
  /** The words for these runs in the filter of the list. */
  readonly filter: string
  readonly meaning: string
  /** The remedy. */
  readonly advice: string
}

export const troubleWords: Readonly<Record<Trouble, Words>> = {
  no_worker: {
    tone: 'failed',
    title: 'waiting for a worker',
    filter: 'waiting for a worker',
    meaning: 'No worker serves their queue, or none had capacity for more than ten minutes.',
    advice: 'Start a worker for this queue.',
  },
  quarantined: {
    tone: 'failed',
    title: 'in quarantine',
    filter: 'in quarantine',
    meaning: 'A step crashed its engine repeatedly, or the run can’t be loaded.',
    advice: 'Fix the step, then retry.',
  },
  stale: {
    tone: 'undone',
    title: 'without progress',
    filter: 'without progress',
    meaning: 'They should be running, but made no progress for more than ten minutes.',
    advice: 'Check the running step and the engines.',
  },
  retrying: {
    tone: 'async',
    title: 'retrying repeatedly',
    filter: 'retrying repeatedly',
    meaning: 'A step failed at least three times and will be retried.',
    advice: 'Find out why it fails before it runs out of attempts.',
  },
  waiting: {
    tone: 'human',
    title: 'waiting too long for people',
    filter: 'waiting too long for people',
    meaning: 'A task is overdue or open for more than a day.',
    advice: 'Remind the assignee, or reassign the task.',
  },
  signal: {
    tone: 'human',
    title: 'waiting too long for a signal',
    filter: 'waiting too long for a signal',
    meaning: 'A signal has not arrived for more than a day.',
    advice: 'Check whether it went to another run, or send it.',
  },
  failed: {
    tone: 'failed',
    title: 'failed, not acknowledged',
    filter: 'failed, not acknowledged',
    meaning: 'They failed and were neither acknowledged nor rerun.',
    advice: 'Retry, rerun or acknowledge them.',
  },
}

export const isTrouble = (word: string): word is Trouble => Object.hasOwn(troubleWords, word)

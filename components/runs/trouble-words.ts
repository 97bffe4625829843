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
    title: 'wait for a worker',
    filter: 'no worker takes them',
    meaning: 'No worker serves the queue of their work, or none had time for it in more than ten minutes.',
    advice: 'Start a worker that serves this queue.',
  },
  quarantined: {
    tone: 'failed',
    title: 'in quarantine',
    filter: 'in quarantine',
    meaning: 'A step harmed the engine that ran it, again and again, or the run cannot be taken up at all.',
    advice: 'Mend the step, then retry.',
  },
  stale: {
    tone: 'undone',
    title: 'without progress',
    filter: 'without progress',
    meaning: 'They should go on, but nothing has come of them for more than ten minutes.',
    advice: 'Look at the step that executes, and at the engines.',
  },
  retrying: {
    tone: 'async',
    title: 'retrying again and again',
    filter: 'retrying again and again',
    meaning: 'A step has failed at least three times and is going to be tried once more.',
    advice: 'See why its attempts fail before they are used up.',
  },
  waiting: {
    tone: 'human',
    title: 'waiting for people for too long',
    filter: 'waiting for people for too long',
    meaning:
      'A person has been awaited for more than a day, or a task of theirs is overdue; the run at the top is shown.',
    advice: 'Remind whoever is asked, or give the task to somebody else.',
  },
  signal: {
    tone: 'human',
    title: 'waiting for a signal for too long',
    filter: 'waiting for a signal for too long',
    meaning: 'A signal has been awaited for more than a day; the run at the top is shown.',
    advice: 'See whether it was sent to another run, or send it.',
  },
  failed: {
    tone: 'failed',
    title: 'failed, and nobody has seen to it',
    filter: 'failed and not seen to',
    meaning: 'They failed; nobody has acknowledged it, and no other run was made to do their work again.',
    advice: 'Retry, run again or acknowledge.',
  },
}

export const isTrouble = (word: string): word is Trouble => Object.hasOwn(troubleWords, word)

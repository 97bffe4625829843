import type { OverviewData } from '#components/api/models.ts'
import type { Tone } from '#components/ui/layout/tone.ts'
import { runsTexts } from './texts/runs.ts'

/** A reason why runs need attention; `any` is all of them. */
export type Trouble = OverviewData['concerns'][number]['trouble'] | 'any'

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
  any: {
    tone: 'failed',
    title: runsTexts.needAttention,
    filter: runsTexts.needAttention,
    meaning: runsTexts.theyFailedAreStuck,
    advice: runsTexts.seeOverviewForReasons,
  },
  no_worker: {
    tone: 'failed',
    title: runsTexts.waitingForWorker,
    filter: runsTexts.waitingForWorker,
    meaning: runsTexts.noWorkerServesTheirQueue,
    advice: runsTexts.startWorkerForThisQueue,
  },
  quarantined: {
    tone: 'failed',
    title: runsTexts.inQuarantine,
    filter: runsTexts.inQuarantine,
    meaning: runsTexts.stepCrashedItsEngineRepeatedly,
    advice: runsTexts.fixStepThenRetry,
  },
  stale: {
    tone: 'undone',
    title: runsTexts.withoutProgress,
    filter: runsTexts.withoutProgress,
    meaning: runsTexts.theyShouldBeRunningBut,
    advice: runsTexts.checkRunningStepAndEngines,
  },
  retrying: {
    tone: 'async',
    title: runsTexts.retryingRepeatedly,
    filter: runsTexts.retryingRepeatedly,
    meaning: runsTexts.stepFailedAtLeastThree,
    advice: runsTexts.findOutWhyItFails,
  },
  waiting: {
    tone: 'human',
    title: runsTexts.waitingTooLongForPeople,
    filter: runsTexts.waitingTooLongForPeople,
    meaning: runsTexts.taskIsOverdueOrOpen,
    advice: runsTexts.remindAssigneeOrReassignTask,
  },
  signal: {
    tone: 'human',
    title: runsTexts.waitingTooLongForSignal,
    filter: runsTexts.waitingTooLongForSignal,
    meaning: runsTexts.signalHasNotArrivedFor,
    advice: runsTexts.checkWhetherItWentTo,
  },
  failed: {
    tone: 'failed',
    title: runsTexts.failedNotAcknowledged,
    filter: runsTexts.failedNotAcknowledged,
    meaning: runsTexts.theyFailedAndWereNeither,
    advice: runsTexts.retryRerunOrAcknowledgeThem,
  },
}

export const isTrouble = (word: string): word is Trouble => Object.hasOwn(troubleWords, word)

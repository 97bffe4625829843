import type { BulkOperation, BulkPreview, BulkVerb } from '#components/api/models.ts'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { limits } from '#core/limits.ts'
import { bulkTexts } from '../texts/bulk.ts'

export type BulkVerbType = BulkVerb['type']

interface Words {
  readonly label: string
  readonly doing: string
  readonly done: string
  /** The effect on each run, and the runs that are left out. */
  readonly consequence: string
}

/** The words for each action: on its button, while it is pending, and afterwards. */
export const bulkWords: Readonly<Record<BulkVerbType, Words>> = {
  retry: {
    label: bulkTexts.retry,
    doing: bulkTexts.retrying,
    done: bulkTexts.retried,
    consequence: bulkTexts.eachRunContinuesFromStep,
  },
  rerun: {
    label: bulkTexts.runAgain,
    doing: bulkTexts.runningAgain,
    done: bulkTexts.ranAgain,
    consequence: bulkTexts.startsNewRunInPlace,
  },
  skip: {
    label: bulkTexts.skipStep,
    doing: bulkTexts.skippingStepOf,
    done: bulkTexts.skippedStepOf,
    consequence: bulkTexts.skipsFailedOrCurrentStep,
  },
  cancel: {
    label: bulkTexts.cancel,
    doing: bulkTexts.cancelling,
    done: bulkTexts.cancelled,
    consequence: bulkTexts.stopsEachRunImmediatelyCompleted,
  },
  rollback: {
    label: bulkTexts.rollBack,
    doing: bulkTexts.rollingBack,
    done: bulkTexts.rolledBack,
    consequence: bulkTexts.retriesRollbackOfStepsThat,
  },
  pause: {
    label: bulkTexts.pause,
    doing: bulkTexts.pausing,
    done: bulkTexts.paused,
    consequence: bulkTexts.eachRunFinishesItsCurrent,
  },
  resume: {
    label: bulkTexts.resume,
    doing: bulkTexts.resuming,
    done: bulkTexts.resumed,
    consequence: bulkTexts.continuesEachPausedRunRuns,
  },
  acknowledge: {
    label: bulkTexts.acknowledge,
    doing: bulkTexts.acknowledging,
    done: bulkTexts.acknowledged,
    consequence: bulkTexts.marksEachEndedRunAs,
  },
}

export const runsWord = (count: number) => (count === 1 ? bulkTexts.oneRun : bulkTexts.runsCount(formatNumber(count)))

/** The progress of a bulk operation, in a sentence. */
export function bulkSentence(operation: BulkOperation): string {
  const { state, verb, total, done, refused } = operation
  const { doing, done: past } = bulkWords[verb.type]
  const left = total - done - refused
  const where = verb.type === 'rerun' && verb.version === 'newest' ? bulkTexts.onNewestVersion : ''
  if (state === 'running') return `${doing} ${runsWord(total)}${where}`
  const parts = [`${past} ${runsWord(done)}${where}`]
  if (refused > 0) parts.push(bulkTexts.refusedRefused(formatNumber(refused)))
  // The operation was stopped, and some runs have not answered yet: the number of untouched runs is not final.
  if (operation.endedAt === null) parts.push(bulkTexts.stoppingOnceRunsAlreadyAsked)
  else if (left > 0) parts.push(bulkTexts.skippedLeft(formatNumber(left)))
  return parts.join(', ')
}

/** The group of runs that a run of the preview represents: `30 runs of Settlement, failed at Settle by HTTP_404`. */
export function causeTitle({ count, workflow, step, code }: Omit<BulkPreview['causes'][number], 'preview'>): string {
  const where = step === null ? '' : bulkTexts.at(step)
  return bulkTexts.ofCountAndWorkflowAndCode(
    runsWord(count),
    workflow,
    code === null ? '' : bulkTexts.failedBy(where, code),
  )
}

export const moreCausesWords = (count: number) =>
  count === 1 ? bulkTexts.oneMoreCauseIsNot : bulkTexts.moreCausesAreNotShown(formatNumber(count))

/** The words for a selection of all runs of a filter except the deselected ones. */
export function wholeWords(all: string | undefined, leftOut: number): string {
  const found = bulkTexts.allInThisFilter(all ?? 'runs')
  return leftOut === 0 ? found : bulkTexts.exceptDeselected(found, runsWord(leftOut))
}

/** The message for more deselected runs than one request may exclude. */
export const tooManyLeftOut = (leftOut: number) =>
  leftOut > limits.bulk.selected ? bulkTexts.youCanDeselectAtMost(formatNumber(limits.bulk.selected)) : null

/** The message for more chosen runs than one request may name; the selection is kept. */
export const tooManyChosen = (chosen: number) =>
  chosen > limits.bulk.selected ? bulkTexts.youCanSelectAtMost(formatNumber(limits.bulk.selected)) : null

import type { BulkOperation, BulkPreview, BulkVerb } from '#components/api/models.ts'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { limits } from '#core/limits.ts'

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
    label: 'Retry',
    doing: 'Retrying',
    done: 'Retried',
    consequence:
      'Each run continues from the step that failed; completed steps do not run again. Runs that can’t be retried are skipped and listed.',
  },
  rerun: {
    label: 'Run again',
    doing: 'Running again',
    done: 'Ran again',
    consequence:
      'Starts a new run in place of each, linked to the original. Runs that can’t be rerun are skipped and listed.',
  },
  skip: {
    label: 'Skip step',
    doing: 'Skipping a step of',
    done: 'Skipped a step of',
    consequence:
      'Skips the failed or current step of each run and continues after it. Runs with several such steps are skipped and listed.',
  },
  cancel: {
    label: 'Cancel',
    doing: 'Cancelling',
    done: 'Cancelled',
    consequence:
      'Stops each run immediately. Completed steps are not undone. Runs that have ended are skipped and listed.',
  },
  rollback: {
    label: 'Roll back',
    doing: 'Rolling back',
    done: 'Rolled back',
    consequence:
      'Retries the rollback of steps that could not be undone. Runs with nothing left to undo are skipped and listed.',
  },
  pause: {
    label: 'Pause',
    doing: 'Pausing',
    done: 'Paused',
    consequence: 'Each run finishes its current steps and starts no others until you resume it.',
  },
  resume: {
    label: 'Resume',
    doing: 'Resuming',
    done: 'Resumed',
    consequence: 'Continues each paused run. Runs that wait for an answer are skipped and listed.',
  },
  acknowledge: {
    label: 'Acknowledge',
    doing: 'Acknowledging',
    done: 'Acknowledged',
    consequence: 'Marks each ended run as seen. It can’t be retried afterwards.',
  },
}

export const runsWord = (count: number) => (count === 1 ? '1 run' : `${formatNumber(count)} runs`)

/** The progress of a bulk operation, in a sentence. */
export function bulkSentence(operation: BulkOperation): string {
  const { state, verb, total, done, refused } = operation
  const { doing, done: past } = bulkWords[verb.type]
  const left = total - done - refused
  const where = verb.type === 'rerun' && verb.version === 'newest' ? ' on the newest version' : ''
  if (state === 'running') return `${doing} ${runsWord(total)}${where}`
  const parts = [`${past} ${runsWord(done)}${where}`]
  if (refused > 0) parts.push(`${formatNumber(refused)} refused`)
  // The operation was stopped, and some runs have not answered yet: the number of untouched runs is not final.
  if (operation.endedAt === null) parts.push('stopping once the runs already asked have responded')
  else if (left > 0) parts.push(`${formatNumber(left)} skipped`)
  return parts.join(', ')
}

/** The group of runs that a run of the preview represents: `30 runs of Settlement, failed at Settle by HTTP_404`. */
export function causeTitle({ count, workflow, step, code }: Omit<BulkPreview['causes'][number], 'preview'>): string {
  const where = step === null ? '' : ` at ${step}`
  return `${runsWord(count)} of ${workflow}${code === null ? '' : `, failed${where} by ${code}`}`
}

export const moreCausesWords = (count: number) =>
  count === 1 ? 'One more cause is not shown here.' : `${formatNumber(count)} more causes are not shown here.`

/** The words for a selection of all runs of a filter except the deselected ones. */
export function wholeWords(all: string | undefined, leftOut: number): string {
  const found = `All ${all ?? 'runs'} in this filter`
  return leftOut === 0 ? found : `${found}, except ${runsWord(leftOut)} deselected`
}

/** The message for more deselected runs than one request may exclude. */
export const tooManyLeftOut = (leftOut: number) =>
  leftOut > limits.bulk.selected
    ? `You can deselect at most ${formatNumber(limits.bulk.selected)}. Narrow the filter instead.`
    : null

/** The message for more chosen runs than one request may name; the selection is kept. */
export const tooManyChosen = (chosen: number) =>
  chosen > limits.bulk.selected
    ? `You can select at most ${formatNumber(limits.bulk.selected)} individually. Deselect some, or narrow the filter and select all.`
    : null

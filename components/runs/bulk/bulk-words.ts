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
      'Each run goes on from the step that failed; what completed is not run again. A run that cannot be retried is left and listed.',
  },
  rerun: {
    label: 'Run again',
    doing: 'Running again',
    done: 'Ran again',
    consequence:
      'A new run is made in the place of each. Both know of each other. A run that cannot be done again so is left and listed.',
  },
  skip: {
    label: 'Skip step',
    doing: 'Skipping a step of',
    done: 'Skipped a step of',
    consequence:
      'The one step by which each run failed, or that is in flight in it, is skipped, and the run goes on behind it. A run in which several steps can be meant is left and listed.',
  },
  cancel: {
    label: 'Cancel',
    doing: 'Cancelling',
    done: 'Cancelled',
    consequence: 'Each run stops at once. What its steps did stays done. A run that has ended is left and listed.',
  },
  rollback: {
    label: 'Roll back',
    doing: 'Rolling back',
    done: 'Rolled back',
    consequence: 'What could not be undone is tried once more. A run that has nothing left to undo is left and listed.',
  },
  pause: {
    label: 'Pause',
    doing: 'Pausing',
    done: 'Paused',
    consequence: 'Each run finishes what executes and starts nothing new until it is resumed.',
  },
  resume: {
    label: 'Resume',
    doing: 'Resuming',
    done: 'Resumed',
    consequence: 'Each paused run goes on. A run that waits for an answer is left and listed.',
  },
  acknowledge: {
    label: 'Acknowledge',
    doing: 'Acknowledging',
    done: 'Acknowledged',
    consequence: 'Each ended run is marked as seen, and is final then.',
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
  if (operation.endedAt === null) parts.push('stopping when the runs already asked have answered')
  else if (left > 0) parts.push(`${formatNumber(left)} left alone`)
  return parts.join(', ')
}

/** The group of runs that a run of the preview represents: `30 runs of Settlement, failed at Settle by HTTP_404`. */
export function causeTitle({ count, workflow, step, code }: Omit<BulkPreview['causes'][number], 'preview'>): string {
  const where = step === null ? '' : ` at ${step}`
  return `${runsWord(count)} of ${workflow}${code === null ? '' : `, failed${where} by ${code}`}`
}

export const moreCausesWords = (count: number) =>
  count === 1
    ? 'One more cause is not looked into here.'
    : `${formatNumber(count)} more causes are not looked into here.`

/** The words for a selection of all runs of a filter except the deselected ones. */
export function wholeWords(all: string | undefined, leftOut: number): string {
  const found = `All ${all ?? 'runs'} of this filter`
  return leftOut === 0 ? found : `${found}, but for ${runsWord(leftOut)} left out`
}

/** The message for more deselected runs than one request may exclude. */
export const tooManyLeftOut = (leftOut: number) =>
  leftOut > limits.bulk.selected
    ? `At most ${formatNumber(limits.bulk.selected)} can be left out one by one. Narrow the filter instead.`
    : null

/** The message for more chosen runs than one request may name; the selection is kept. */
export const tooManyChosen = (chosen: number) =>
  chosen > limits.bulk.selected
    ? `At most ${formatNumber(limits.bulk.selected)} can be chosen one by one. Leave some out, or narrow the filter and choose all of it.`
    : null

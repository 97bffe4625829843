import type { BulkOperation, BulkVerb } from '#components/api/models.ts'

export type BulkVerbType = BulkVerb['type']

/** What each verb is called: on its button, while it goes on, and afterwards. */
export const bulkWords: Readonly<
  Record<
    BulkVerbType,
    { readonly label: string; readonly doing: string; readonly done: string; readonly asksReason: boolean }
  >
> = {
  retry: { label: 'Retry', doing: 'Retrying', done: 'Retried', asksReason: false },
  cancel: { label: 'Cancel', doing: 'Cancelling', done: 'Cancelled', asksReason: true },
  rollback: { label: 'Roll back', doing: 'Rolling back', done: 'Rolled back', asksReason: true },
  pause: { label: 'Pause', doing: 'Pausing', done: 'Paused', asksReason: true },
  resume: { label: 'Resume', doing: 'Resuming', done: 'Resumed', asksReason: false },
  acknowledge: { label: 'Acknowledge', doing: 'Acknowledging', done: 'Acknowledged', asksReason: false },
}

export const runsWord = (count: number) => (count === 1 ? '1 run' : `${count.toLocaleString('en-GB')} runs`)

/** Where an operation over many runs stands, in a sentence. */
export function bulkSentence(operation: BulkOperation): string {
  const { state, verb, total, done, refused } = operation
  const { doing, done: past } = bulkWords[verb.type]
  const left = total - done - refused
  if (state === 'running') return `${doing} ${runsWord(total)}`
  const parts = [`${past} ${runsWord(done)}`]
  if (refused > 0) parts.push(`${refused.toLocaleString('en-GB')} refused`)
  if (left > 0) parts.push(`${left.toLocaleString('en-GB')} left alone`)
  return parts.join(', ')
}

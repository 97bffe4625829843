import type { Phase, Status } from './statuses.ts'
import { isForSignal } from './views/waits.ts'
import type { HumanWaits } from './words.ts'

/** The human words for each status, on every page; the status itself is in tooltips, in the API and in filters. */
const statusWords: Readonly<Record<Status, string>> = {
  ACTIVE: 'Running',
  PENDING_ASYNC: 'Waiting for timer or worker',
  WAITING_HUMAN_INPUT: 'Waiting for approval',
  PENDING_SUB_WORKFLOW: 'Waiting on a sub-workflow',
  WAITING_CHILD_HUMAN_INPUT: 'Approval in sub-workflow',
  COMPLETED: 'Completed',
  FAILED: 'Failed',
  FAILED_ROLLED_BACK: 'Rolled back',
  FAILED_WORKER_CRASH: 'Worker crashed',
  FAILED_CHILD_WORKFLOW: 'Sub-workflow failed',
  CANCELLED: 'Cancelled',
}

/** The word for a run that no engine has begun, such as one that waits for a run slot. */
export const queuedWord = 'Queued'

/** The words for statuses that a wait for a signal has in common with a wait for a person. */
const signalWords: Partial<Record<Status, string>> = {
  WAITING_HUMAN_INPUT: 'Waiting for a signal',
  WAITING_CHILD_HUMAN_INPUT: 'Signal in sub-workflow',
}

/** The words for these statuses where it is not known what the run waits for, or where they stand for many runs. */
const eitherWords: Partial<Record<Status, string>> = {
  WAITING_HUMAN_INPUT: 'Waiting for approval or signal',
  WAITING_CHILD_HUMAN_INPUT: 'Approval or signal in sub-workflow',
}

/** The status as the verb of a sentence: `Shipping failed`, `a run that is running`. */
const statusClauses: Readonly<Record<Status, string>> = {
  ACTIVE: 'is running',
  PENDING_ASYNC: 'is waiting for a timer or a worker',
  WAITING_HUMAN_INPUT: 'is waiting for approval or a signal',
  PENDING_SUB_WORKFLOW: 'is waiting on a sub-workflow',
  WAITING_CHILD_HUMAN_INPUT: 'is waiting for approval or a signal in a sub-workflow',
  COMPLETED: 'completed',
  FAILED: 'failed',
  FAILED_ROLLED_BACK: 'failed and was rolled back',
  FAILED_WORKER_CRASH: 'failed because its worker crashed',
  FAILED_CHILD_WORKFLOW: 'failed in a sub-workflow',
  CANCELLED: 'was cancelled',
}

/** What waits for people or signals wait for: the waits of one run, or the kinds that many runs have. */
export type Awaited = HumanWaits | 'person' | 'signal' | 'either'

/** The words for a run that waits before its first step: its status is that of a run that executes. */
const phaseWords: { readonly [Name in Phase]?: string } = {
  BLOCKED_WAITING: 'Waiting for conditions',
  RESOURCE_DISCOVERY: 'Discovering resources',
  SCHEDULED: 'Waiting for locks',
  LOCKING: 'Waiting for locks',
}

/** Words for a run that waits in its envelope, before its first step; null for any other run. */
export function envelopeWord(status: string, phase: string): string | null {
  return (status === 'ACTIVE' && Object.hasOwn(phaseWords, phase) && phaseWords[phase as Phase]) || null
}

/** The words for the status of a run. Its oldest wait tells a signal from an approval. */
export function statusWord(status: string, awaited: Awaited | null = 'either'): string {
  if (!isStatus(status)) return status
  return wordsFor(awaited)[status] ?? statusWords[status]
}

function wordsFor(awaited: Awaited | null): Partial<Record<Status, string>> {
  if (awaited === 'either') return eitherWords
  if (awaited === 'signal') return signalWords
  if (awaited === 'person' || !awaited?.oldest) return statusWords
  return isForSignal(awaited.oldest) ? signalWords : statusWords
}

/** The status as the verb of a sentence; an unknown status is named. */
export const statusClause = (status: string): string => (isStatus(status) ? statusClauses[status] : `is ${status}`)

const isStatus = (status: string): status is Status => Object.hasOwn(statusWords, status)

import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { AboutValue } from '#core/run/about.ts'
import type { Instant } from '../../page.ts'
import { rerunChoice } from '../again/rerun-choice.ts'
import type { RunFilter } from '../list/run-filter.ts'

const reason = z.string().max(limits.text.reason).optional()

/** What many runs can be asked for at once; nothing that needs an answer of its own for each. */
export const bulkVerb = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('cancel'), reason, compensate: z.boolean().optional() }),
  z.strictObject({ type: z.literal('retry'), reason }),
  /** As a new run each: by its own version or the newest, with what stands of its results or without. */
  z.strictObject({
    type: z.literal('rerun'),
    version: rerunChoice.shape.version,
    results: rerunChoice.shape.results,
    reason,
  }),
  /** The one step by which the run failed, or that is in flight. */
  z.strictObject({ type: z.literal('skip'), reason }),
  z.strictObject({ type: z.literal('pause'), reason }),
  z.strictObject({ type: z.literal('resume'), reason }),
  z.strictObject({ type: z.literal('rollback'), reason }),
  z.strictObject({ type: z.literal('acknowledge'), reason }),
])
export type BulkVerb = z.output<typeof bulkVerb>

export interface BulkOperation {
  readonly id: string
  readonly verb: BulkVerb
  /** By which the runs were chosen; null for a selection. */
  readonly filter: RunFilter | null
  readonly askedBy: string
  readonly state: 'running' | 'cancelled' | 'ended'
  readonly total: number
  readonly done: number
  readonly refused: number
  readonly createdAt: Instant
  readonly endedAt: Instant | null
  /** Whether whoever reads this may stop it. */
  readonly mayCancel: boolean
}

export interface BulkItem {
  readonly place: number
  readonly runId: string
  /** `left`: the operation was cancelled before this run's turn. Null while it waits. */
  readonly outcome: 'done' | 'refused' | 'left' | null
  /** How the run stands now, or the one that was made in its place; null when the verb was not done to it. */
  readonly status: string | null
  /** Null when the run is no longer there. */
  readonly workflow: string | null
  readonly about: readonly AboutValue[] | null
  readonly code: string | null
  readonly message: string | null
  /** The run that was made in its place. */
  readonly newRunId: string | null
}

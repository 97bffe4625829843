import { z } from 'zod'
import { limits } from '#core/limits.ts'
import type { AboutValue } from '#core/run/search/about.ts'
import type { Permission } from '#server/access/permissions.ts'
import type { Instant } from '../../page.ts'
import { permissionOf } from '../acting/verb-permission.ts'
import type { RunFilter } from '../list/run-filter.ts'
import { rerunChoice } from '../rerun/rerun-choice.ts'

const reason = z.string().max(limits.text.reason).optional()

/** Verbs of bulk operations: only verbs without input per run. */
export const bulkVerb = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('cancel'), reason, compensate: z.boolean().optional() }),
  z.strictObject({ type: z.literal('retry'), reason }),
  /** Makes a new run of each: with its own version or the newest, with its valid results or without. */
  z.strictObject({
    type: z.literal('rerun'),
    version: rerunChoice.shape.version,
    results: rerunChoice.shape.results,
    reason,
  }),
  /** The one step that failed the run, or that is in flight. */
  z.strictObject({ type: z.literal('skip'), reason }),
  z.strictObject({ type: z.literal('pause'), reason }),
  z.strictObject({ type: z.literal('resume'), reason }),
  z.strictObject({ type: z.literal('rollback'), reason }),
  z.strictObject({ type: z.literal('acknowledge'), reason }),
])
export type BulkVerb = z.output<typeof bulkVerb>

/** The permission that an operation needs, at its start and for each of its runs. */
export const permissionOfBulk = (verb: BulkVerb): Permission =>
  verb.type === 'rerun' ? 'run.start' : permissionOf(verb)

export interface BulkOperation {
  readonly id: string
  readonly verb: BulkVerb
  /** The filter that chose the runs; null for a selection. */
  readonly filter: RunFilter | null
  readonly askedBy: string
  readonly state: 'running' | 'cancelled' | 'ended'
  readonly total: number
  readonly done: number
  readonly refused: number
  readonly createdAt: Instant
  readonly endedAt: Instant | null
  /** Whether the reader may cancel the operation. */
  readonly mayCancel: boolean
}

export interface BulkItem {
  readonly place: number
  readonly runId: string
  /** `left`: the operation was cancelled before this run's turn. Null while it waits. */
  readonly outcome: 'done' | 'refused' | 'left' | null
  /**
   * The present status of the run, or of the new run made in its place; null when the verb had no effect on the run.
   */
  readonly status: string | null
  /** Null when the run is no longer there. */
  readonly workflow: string | null
  readonly about: readonly AboutValue[] | null
  readonly code: string | null
  readonly message: string | null
  /** The run that was made in its place. */
  readonly newRunId: string | null
}

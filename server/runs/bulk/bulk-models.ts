import { z } from 'zod'
import type { Instant } from '../../page.ts'
import type { RunFilter } from '../run-filter.ts'

const reason = z.string().max(1_000).optional()

/** What many runs can be asked for at once; nothing that needs an answer of its own for each. */
export const bulkVerb = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('cancel'), reason, compensate: z.boolean().optional() }),
  z.strictObject({ type: z.literal('retry') }),
  z.strictObject({ type: z.literal('pause'), reason }),
  z.strictObject({ type: z.literal('resume') }),
  z.strictObject({ type: z.literal('rollback'), reason }),
  z.strictObject({ type: z.literal('acknowledge') }),
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
}

export interface BulkItem {
  readonly place: number
  readonly runId: string
  /** `left`: the operation was cancelled before this run's turn. Null while it waits. */
  readonly outcome: 'done' | 'refused' | 'left' | null
  /** Of the run after the verb. */
  readonly status: string | null
  readonly code: string | null
  readonly message: string | null
}

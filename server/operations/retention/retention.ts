import { setTimeout as pause } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import { removeOldAuditRows } from '#server/audit/remove-old-rows.ts'
import { unknownMigrations } from '../../db/unknown-migrations.ts'
import { committing } from '../../engine/crash-points.ts'
import { removeOldMonths } from '../archive/index-of-archive.ts'
import { type Repeated, repeat } from '../repeat.ts'
import type { ExportFolder } from './export-file.ts'
import { removeLeftovers } from './remove-leftovers.ts'
import { fromTheOldest, type PassCursor, removeTrees } from './remove-trees.ts'
import { RETENTION_LOCK } from './retention-lock.ts'

export interface RetentionOptions {
  readonly pool: Pool
  /** Where an owner has set nothing. Undefined: runs are kept, and only their leftovers are removed. */
  readonly olderThanDays: number | undefined
  /** No owner keeps runs for longer. */
  readonly mostDays?: number | undefined
  /** The age at which rows of the audit are removed, in whole days. */
  readonly auditDays: number
  readonly exportTo: ExportFolder | null
  /** The folder of the archive, and how long it keeps runs. Absent: for ever. */
  readonly archive?: { readonly folder: string; readonly olderThanDays: number } | null
  readonly onRemoved: (runs: number) => void
  readonly log: (line: string) => void
  readonly lookEveryMs?: number
}

/** Removes old runs periodically, whenever no other engine does. */
export function startRetention(options: RetentionOptions): Repeated {
  return repeat({
    pauseMs: options.lookEveryMs ?? limits.retention.lookEveryMs,
    work: (signal) => removeOld(options, signal),
    onError: (error) => options.log(`removing old runs: ${messageOf(error)}`),
  })
}

/** Retentions that have told of a later version of Heddle: it is in the log once. */
const reported = new WeakSet<RetentionOptions>()

/**
 * One pass over all old runs, in batches small enough not to disturb other work: the batch size follows the measured
 * time, and after each batch there is a pause several times as long. The advisory lock belongs to the connection and
 * ends with it. Nothing is removed beside a later version of Heddle: its settings may keep what this one would remove.
 */
export async function removeOld(options: RetentionOptions, signal: AbortSignal): Promise<void> {
  const client = await options.pool.connect()
  let broken = true
  try {
    const [unknown] = await unknownMigrations(client)
    if (unknown !== undefined) {
      if (!reported.has(options))
        options.log(`removing old runs: left to the later version of Heddle that shares the database (${unknown})`)
      reported.add(options)
      broken = false
      return
    }
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [RETENTION_LOCK])
    if (rows[0]?.mine) {
      const leftovers = () => inBatches(signal, async (limit) => (await removeLeftovers(client, limit)) > 0)
      try {
        const removed = await removeRuns(client, options, signal)
        if (removed > 0) options.log(`removed ${removed} runs whose retention has passed`)
      } catch (error) {
        // Runs that have to stay do not block the leftovers. The error names the reason why these runs stay.
        await leftovers().catch(() => undefined)
        throw error
      }
      await leftovers()
      await inBatches(signal, (limit) => removeAudit(client, options.auditDays, limit))
      if (options.archive) await removeOldMonths(client, { ...options.archive, log: options.log })
      await client.query('select pg_advisory_unlock($1)', [RETENTION_LOCK])
    }
    broken = false
  } finally {
    // After an error the connection may still hold the lock, so the pool discards it.
    client.release(broken)
  }
}

async function removeRuns(client: PoolClient, options: RetentionOptions, signal: AbortSignal): Promise<number> {
  const { olderThanDays: days, mostDays, exportTo } = options
  const leastDays = await shortestRetention(client, days, mostDays)
  if (leastDays === null) return 0
  const retention = { days, mostDays, leastDays }
  let after: PassCursor = fromTheOldest
  let removed = 0
  await inBatches(signal, async (limit) => {
    const { runs, next } = await removeTrees(client, { retention, after, limit, exportTo })
    removed += runs
    if (runs > 0) options.onRemoved(runs)
    after = next ?? after
    return next !== null
  })
  return removed
}

/** The shortest retention that is in force for anything; null: every run is kept for ever. */
async function shortestRetention(
  client: PoolClient,
  days: number | undefined,
  mostDays: number | undefined,
): Promise<number | null> {
  const { rows } = await client.query<{ days: number | null }>(
    'select least(min(days), $1::float8, $2::float8) as days from retention_setting',
    [days ?? null, mostDays ?? null],
  )
  return rows[0]?.days ?? null
}

/** Rows of the audit are small: a batch has many times the number of runs. */
async function removeAudit(client: PoolClient, olderThanDays: number, limit: number): Promise<boolean> {
  const removed = await removeOldAuditRows(client, {
    olderThanDays,
    limit: limit * limits.retention.auditRowsPerRun,
    commit: (send) => committing('expire_audit', send),
  })
  return removed > 0
}

/** Calls `batch` with the number of rows it may process until it reports that no more remain. */
async function inBatches(signal: AbortSignal, batch: (limit: number) => Promise<boolean>): Promise<void> {
  const { batchMs, batchRuns, leastBatchRuns, dutyShare, longestPauseMs } = limits.retention
  let limit: number = leastBatchRuns
  while (!signal.aborted) {
    const startedAt = performance.now()
    if (!(await batch(limit))) return
    const tookMs = performance.now() - startedAt
    if (tookMs > batchMs) limit = Math.max(leastBatchRuns, limit >> 1)
    else if (tookMs < batchMs / 2) limit = Math.min(batchRuns, limit * 2)
    const pauseMs = Math.min(longestPauseMs, (tookMs * (1 - dutyShare)) / dutyShare)
    await pause(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

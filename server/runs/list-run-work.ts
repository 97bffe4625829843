import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { readableJson } from '../db/readable-json.ts'
import type { Stores } from '../stores.ts'
import { getRunRow } from './get-run-row.ts'
import type { RunWork } from './models.ts'
import { servingProcesses } from './serving-processes.ts'

interface Row {
  readonly step: string
  readonly queue: string
  readonly worker_id: string | null
  readonly offered_at: Date
  readonly claimed_at: Date | null
  readonly heartbeat_at: Date | null
  readonly recoveries: number
  readonly workers: number
}

/** The run's tasks that a worker has claimed, or that wait for a worker. Throws `NOT_FOUND`. */
export async function listRunWork(stores: Stores, actor: Actor, runId: string): Promise<readonly RunWork[]> {
  await getRunRow(stores, actor, runId)
  const { rows } = await stores.pool.query<Row>(
    `select ${readableJson('request')}->>'step' as step, queue, worker_id, offered_at, claimed_at, heartbeat_at, recoveries,
            (select count(*)::int from ${servingProcesses} w where t.queue = any(w.queues) and w.expires_at > now()) as workers
       from async_task t where run_id = $1 and kind in ('step', 'activity') order by offered_at, task_id limit $2`,
    [runId, limits.shown.workOfRun],
  )
  return rows.map((row) => ({
    step: row.step,
    queue: row.queue,
    workerId: row.worker_id,
    offeredAt: row.offered_at.toISOString(),
    claimedAt: row.claimed_at?.toISOString() ?? null,
    heartbeatAt: row.heartbeat_at?.toISOString() ?? null,
    recoveries: row.recoveries,
    workers: row.workers,
  }))
}

import type { Pool } from 'pg'
import { messageOf } from '#core/message-of.ts'
import { committing } from '#server/engine/crash-points.ts'
import { createEngineClient } from '#server/engine/requests/engine-client.ts'
import type { Hints } from '#server/engine/requests/hints.ts'
import type { OwnerQuota } from '#server/limits/owner-quota.ts'
import { startPolling } from '../../engine/polling.ts'
import { followRuns } from '../ended-runs/follow-runs.ts'
import { triggerTuning } from '../tuning.ts'
import { computeAnew } from './compute-anew.ts'
import { planFirings } from './plan-firings.ts'
import { startFirings } from './start-firings.ts'

export interface TriggerOptions {
  /** A pool of its own, so that no other work delays a start. */
  readonly pool: Pool
  /** Bounds what one owner may start. Unset: local mode. */
  readonly quota?: OwnerQuota | undefined
  /** By NOTIFY over the pool when absent. */
  readonly hints?: Hints | undefined
  readonly log: (line: string) => void
}

/**
 * The timer of schedules and the reader of ended runs in an engine's process, by the clock of the database. Each look of
 * the timer writes the firings of due instants, and then starts the runs of waiting firings. Any number of engines may do so: locked rows are the claims.
 */
export function startTriggers({ pool, quota, hints, log }: TriggerOptions): { stop(): Promise<void> } {
  const client = createEngineClient(pool, undefined, quota, hints)
  let isComputed = false
  let cleanedAt = Number.NEGATIVE_INFINITY
  let callsRemovedAt = Number.NEGATIVE_INFINITY

  async function look(): Promise<boolean | number> {
    if (!isComputed) await computeAnew(pool)
    isComputed = true
    if (performance.now() - callsRemovedAt > triggerTuning.removeCallsEveryMs) {
      callsRemovedAt = performance.now()
      await pool.query('delete from test_call where expires_at < clock_timestamp()')
    }
    const planned = await committing('firings_planned', () => planFirings(pool))
    const started = await startFirings(pool, client.starter)
    if (planned + started > 0) return triggerTuning.busyMs
    if (performance.now() - cleanedAt > triggerTuning.cleanEveryMs) {
      cleanedAt = performance.now()
      await removeOldFirings(pool)
    }
    return untilNextMs(pool)
  }

  const loop = startPolling({
    after(ms, call) {
      const timer = setTimeout(call, ms)
      return () => clearTimeout(timer)
    },
    busyMs: triggerTuning.busyMs,
    idleMs: triggerTuning.lookEveryMs,
    work: look,
    onError: (error) => log(`triggers: ${messageOf(error)}`),
  })
  const following = followRuns({ pool, onNoted: () => loop.poke(), log })
  return {
    async stop() {
      await following.stop()
      await loop.stop()
      await client.close()
    },
  }
}

/** Milliseconds until something is due, by the database's clock; infinite when nothing is planned. */
async function untilNextMs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ ms: number | null }>({
    name: 'next-trigger',
    text: `select extract(epoch from least((select min(next_at) from trigger where next_at is not null),
                  (select min(due_at) from trigger_firing where state = 'waiting')) - clock_timestamp()) * 1000 as ms`,
  })
  const ms = rows[0]?.ms ?? null
  return ms === null ? Number.POSITIVE_INFINITY : Math.ceil(Number(ms))
}

async function removeOldFirings(pool: Pool): Promise<void> {
  await pool.query(
    `delete from trigger_firing where (trigger_id, key) in (
       select trigger_id, key from trigger_firing
        where ended_at < clock_timestamp() - make_interval(days => $1) and not open limit $2)`,
    [triggerTuning.keptDays, triggerTuning.removedPerStatement],
  )
}

import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'

const quiet = new WeakMap<Pool, { until: number; timer: NodeJS.Timeout | null }>()

/** A hint need not survive a crash, and nobody waits for the disk to hear it. */
const hint = `select set_config('synchronous_commit', 'off', true), pg_notify('heddle_engine', '')`

/**
 * Wakes the engines from a process that has no more than a pool: at once, and
 * at most once in ten milliseconds. A hint that is lost is made up for by polling.
 */
export function wakeEngines(pool: Pool): void {
  const state = quiet.get(pool) ?? { until: 0, timer: null }
  quiet.set(pool, state)
  if (state.timer) return
  const notify = () => {
    state.timer = null
    state.until = performance.now() + limits.engine.notifyEveryMs
    pool.query(hint).catch(() => undefined)
  }
  const waitMs = state.until - performance.now()
  if (waitMs <= 0) notify()
  else state.timer = setTimeout(notify, waitMs).unref()
}

import type { Pool } from 'pg'
import { tuning } from '../tuning.ts'

type Channel = 'heddle_engine' | 'heddle_log'
interface Quiet {
  until: number
  timer: NodeJS.Timeout | null
}
const quiet: Record<Channel, WeakMap<Pool, Quiet>> = { heddle_engine: new WeakMap(), heddle_log: new WeakMap() }

/**
 * Wakes the engines from a process that has only a pool: at once, and at most once in ten milliseconds. Polling makes
 * up for a lost hint.
 */
export function wakeEngines(pool: Pool): void {
  wake(pool, 'heddle_engine')
}

/** Wakes the subscribers of log changes, with the same limit. */
export function wakeFollowers(pool: Pool): void {
  wake(pool, 'heddle_log')
}

function wake(pool: Pool, channel: Channel): void {
  const state = quiet[channel].get(pool) ?? { until: 0, timer: null }
  quiet[channel].set(pool, state)
  if (state.timer) return
  // A hint need not survive a crash: its transaction need not wait for the disk.
  const hint = `select set_config('synchronous_commit', 'off', true), pg_notify('${channel}', '')`
  const notify = () => {
    state.timer = null
    state.until = performance.now() + tuning.notifyEveryMs
    pool.query(hint).catch(() => undefined)
  }
  const waitMs = state.until - performance.now()
  if (waitMs <= 0) notify()
  else state.timer = setTimeout(notify, waitMs).unref()
}

import type { Pool } from 'pg'
import { hintSpacingMs } from '#server/fleet/hint-spacing.ts'
import { tuning } from '../tuning.ts'

/**
 * Hints from a process that is no engine: a NOTIFY that new work or new log entries are there. A hint goes out at once,
 * and at most one in ten milliseconds; polling makes up for a lost hint.
 */
export interface Hints {
  /** Wakes the engines, for a run that is ready or has mail. */
  wakeEngines(): void
  /** Lets the lock managers look at all requests, after a lock was given back by no run. */
  wakeLocks(): void
  /** Wakes the subscribers of log changes. */
  wakeFollowers(): void
  /** Drops hints that wait for their turn. */
  close(): void
}

export function createHints(pool: Pool): Hints {
  const engines = createHint(pool, 'heddle_engine')
  const locks = createHint(pool, 'heddle_locks')
  const followers = createHint(pool, 'heddle_log')
  return {
    wakeEngines: engines.send,
    wakeLocks: locks.send,
    wakeFollowers: followers.send,
    close() {
      engines.close()
      locks.close()
      followers.close()
    },
  }
}

function createHint(pool: Pool, channel: 'heddle_engine' | 'heddle_locks' | 'heddle_log') {
  // A hint need not survive a crash: its transaction need not wait for the disk.
  const hint = `select set_config('synchronous_commit', 'off', true), pg_notify('${channel}', '')`
  let quietUntil = 0
  let timer: NodeJS.Timeout | undefined
  const notify = () => {
    timer = undefined
    quietUntil = performance.now() + hintSpacingMs(tuning.notifyEveryMs)
    pool.query(hint).catch(() => undefined)
  }
  return {
    send() {
      if (timer) return
      const waitMs = quietUntil - performance.now()
      if (waitMs <= 0) notify()
      else timer = setTimeout(notify, waitMs).unref()
    },
    close() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

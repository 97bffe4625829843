import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { messageOf } from '#core/message-of.ts'

/**
 * The states of a subscription.
 *
 * - `standby`: another engine reads for all, or the claim has not been asked for yet.
 * - `reading`: this engine has the claim and reads the log, from the stored cursor to the present.
 * - `caught_up`: the log was read to its end; the next look comes after the pause.
 * - `backing_off`: the claim or a page failed. The same page is read again after a back-off, which doubles with each
 *   failure in a row.
 * - `stopped`: the end.
 */
export type SubscriptionState = 'standby' | 'reading' | 'caught_up' | 'backing_off' | 'stopped'

const successors: Readonly<Record<SubscriptionState, readonly SubscriptionState[]>> = {
  standby: ['standby', 'reading', 'backing_off', 'stopped'],
  reading: ['caught_up', 'backing_off', 'stopped'],
  caught_up: ['standby', 'reading', 'backing_off', 'stopped'],
  backing_off: ['standby', 'reading', 'backing_off', 'stopped'],
  stopped: [],
}

export interface Retry {
  readonly firstMs: number
  readonly longestMs: number
}

/** The back-off after that many failures in a row: it doubles, up to a bound. */
export function backOffMs({ firstMs, longestMs }: Retry, failuresInARow: number): number {
  return Math.min(firstMs * 2 ** (failuresInARow - 1), longestMs)
}

export interface SubscriptionOptions {
  /**
   * Whether this process reads the log now, asked before each look. Absent for a consumer whose lock on its cursor is
   * the claim.
   */
  claim?(): Promise<boolean>
  /** Reads the log to the present and handles it. */
  catchUp(signal: AbortSignal): Promise<unknown>
  /** Called when the claim is not granted: the state in memory is no longer valid. */
  release?(): void
  /** The pause between two looks. */
  readonly lookEveryMs: number
  /** The delay before the first look; none when absent. */
  readonly firstAfterMs?: number
  /** The back-off after the first failure in a row, and the longest one. */
  readonly retry: Retry
  /** Called with each error once, until a look has succeeded. */
  onError(message: string): void
}

/** One subscriber of the log of runs: it handles every row at least once, in commit order. */
export interface Subscription {
  readonly state: SubscriptionState
  /** Ends the pause after a look that succeeded. Nothing happens in other states. */
  lookNow(): void
  /** Aborts the signal of the running look and waits for its end. */
  stop(): Promise<void>
}

export function startSubscription(options: SubscriptionOptions): Subscription {
  const { lookEveryMs, firstAfterMs = 0, retry, onError } = options
  const stopping = new AbortController()
  const { signal } = stopping
  let state: SubscriptionState = 'standby'
  let failuresInARow = 0
  let complaint = ''
  let pausing = new AbortController()

  function enter(next: SubscriptionState): void {
    if (!successors[state].includes(next)) throw new Error(`A subscription does not go from ${state} to ${next}.`)
    state = next
  }

  /** One look at the log; returns the pause until the next one. */
  async function look(): Promise<number> {
    try {
      if (options.claim && !(await options.claim())) {
        options.release?.()
        enter('standby')
        return lookEveryMs
      }
      enter('reading')
      await options.catchUp(signal)
      failuresInARow = 0
      complaint = ''
      enter('caught_up')
      return lookEveryMs
    } catch (error) {
      if (signal.aborted) return 0
      enter('backing_off')
      failuresInARow += 1
      const message = messageOf(error)
      if (message !== complaint) onError(message)
      complaint = message
      return backOffMs(retry, failuresInARow)
    }
  }

  async function run(): Promise<void> {
    let pauseMs = firstAfterMs
    while (!signal.aborted) {
      if (pauseMs > 0) {
        pausing = new AbortController()
        const ending = AbortSignal.any([signal, pausing.signal])
        await sleep(pauseMs, undefined, { signal: ending }).catch(() => undefined)
      }
      if (signal.aborted) break
      pauseMs = await look()
    }
    enter('stopped')
  }

  const ended = run()
  return {
    get state() {
      return state
    },
    lookNow() {
      if (state === 'caught_up') pausing.abort()
    },
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/**
 * A claim for all engines of a database: the engine that has been alive for longest reads. Its successor continues from
 * the stored cursor.
 */
export async function isFirstEngine(pool: Pool, engineId: string): Promise<boolean> {
  const { rows } = await pool.query<{ id: string }>(
    'select id from engine where lease_expires_at > clock_timestamp() order by epoch, id limit 1',
  )
  return rows[0]?.id === engineId
}

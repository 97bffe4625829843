import type { Pool } from 'pg'
import type { PublicStatus } from '#core/run/statuses.ts'
import { tuning } from '#server/engine/tuning.ts'
import type { WakeUp } from '../../engine/ports.ts'
import { publicStatusColumn } from '../public-status.ts'
import { runNotFound } from '../run-not-found.ts'

/** The pause after one look at all callers' runs, as a multiple of the look's time and at most. */
const restAfterLook = 3
const longestRestMs = 20
/** The first interval of polls without a hint. */
const pollMs = 100
const { pollIdleMs } = tuning

/** A run in one of these takes no step of its own: it has ended, or waits for a person. */
const settledStatuses: ReadonlySet<PublicStatus> = new Set(['waiting', 'paused', 'completed', 'failed', 'cancelled'])

const statusesQuery = {
  name: 'settled-runs',
  text: `select s.run_id, ${publicStatusColumn} as public_status from run_state s where s.run_id = any($1)`,
}

/** The result of one read about one run: one object for all callers, so that their next read can be shared. */
export interface Settled {
  readonly publicStatus: PublicStatus
}

/**
 * The one reader for all runs that callers of this process wait for. One statement reads all of them after a hint that
 * a run has settled; callers query nothing themselves.
 */
export interface SettledRuns {
  /**
   * Resolves with the settled status of a run, or with null when `signal` aborts before. Rejects with `NOT_FOUND`, and
   * with the error of a failed read.
   */
  until(runId: string, signal: AbortSignal): Promise<Settled | null>
  stop(): void
}

interface Waiting {
  readonly resolve: (settled: Settled | null) => void
  readonly reject: (error: unknown) => void
}

interface Row {
  readonly run_id: string
  readonly public_status: PublicStatus
}

/**
 * States: `idle` (no caller waits), `looking` (the statement is running), `resting` (a share of the statement's
 * duration, so that callers leave the processor to the engine), `polling` (until a hint, or for a while in case a hint
 * was lost).
 *
 * idle → looking on the first caller; looking → resting; resting → looking when a hint or a new caller came meanwhile,
 * else → polling, or → idle without callers; polling → looking on a hint, a new caller, or after a while that doubles
 * from look to look.
 */
type State = 'idle' | 'looking' | 'resting' | 'polling'

export function createSettledRuns(pool: Pool, wakeUp: Pick<WakeUp, 'listen'>): SettledRuns {
  const callers = new Map<string, Set<Waiting>>()
  let state: State = 'idle'
  let isHinted = false
  let timer: NodeJS.Timeout | undefined
  let nextPollMs: number = pollMs

  const hint = () => {
    if (callers.size === 0) return
    isHinted = true
    nextPollMs = pollMs
    if (state === 'idle' || state === 'polling') void look()
  }

  async function look(): Promise<void> {
    clearTimeout(timer)
    isHinted = false
    if (callers.size === 0) {
      state = 'idle'
      return
    }
    state = 'looking'
    // Callers that come during the read are included in the next one.
    const asked = [...callers.keys()]
    const beganAt = performance.now()
    try {
      const { rows } = await pool.query<Row>({ ...statusesQuery, values: [asked] })
      tell(asked, new Map(rows.map((row) => [row.run_id, row.public_status])))
    } catch (error) {
      for (const runId of asked) end(runId, ({ reject }) => reject(error))
    }
    rest(Math.min(restAfterLook * (performance.now() - beganAt), longestRestMs))
  }

  function tell(asked: readonly string[], statuses: ReadonlyMap<string, PublicStatus>): void {
    for (const runId of asked) {
      const status = statuses.get(runId)
      if (status === undefined) end(runId, ({ reject }) => reject(runNotFound(runId)))
      else if (settledStatuses.has(status)) settle(runId, { publicStatus: status })
    }
  }

  const settle = (runId: string, settled: Settled) => end(runId, ({ resolve }) => resolve(settled))

  function end(runId: string, answer: (caller: Waiting) => void): void {
    const waiting = callers.get(runId)
    callers.delete(runId)
    for (const caller of waiting ?? []) answer(caller)
  }

  function rest(ms: number): void {
    state = 'resting'
    timer = setTimeout(() => {
      if (isHinted || callers.size === 0) void look()
      else poll()
    }, ms)
  }

  function poll(): void {
    state = 'polling'
    timer = setTimeout(() => void look(), nextPollMs)
    nextPollMs = Math.min(2 * nextPollMs, pollIdleMs)
  }

  const endListening = wakeUp.listen('settled', hint)
  return {
    until: (runId, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          resolve(null)
          return
        }
        const waiting = callers.get(runId) ?? new Set()
        const leave = () => {
          waiting.delete(caller)
          if (waiting.size === 0 && callers.get(runId) === waiting) callers.delete(runId)
          resolve(null)
        }
        // A signal, such as a stream's, may live much longer than one wait, so each result removes its listener.
        const answered = () => signal.removeEventListener('abort', leave)
        const caller: Waiting = {
          resolve(settled) {
            answered()
            resolve(settled)
          },
          reject(error) {
            answered()
            reject(error)
          },
        }
        callers.set(runId, waiting.add(caller))
        signal.addEventListener('abort', leave, { once: true })
        hint()
      }),
    stop() {
      endListening()
      clearTimeout(timer)
      for (const runId of callers.keys()) end(runId, ({ resolve }) => resolve(null))
    },
  }
}

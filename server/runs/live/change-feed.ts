import { setImmediate as afterMicrotasks, setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { WakeUp } from '../../engine/ports.ts'
import { type Changes, readChanges } from './read-changes.ts'

const { pollBusyMs, pollIdleMs } = limits.engine
const { restAfterTelling, longestRestMs } = limits.live
/** The database is away: it is asked again after this, and once it has failed so often, whoever listens is told. */
const AFTER_ERROR_MS = 1_000
const TOLERATED_ERRORS = 1

export type ChangeListener = (changes: Changes) => void
/** Nothing is heard of changes just now, for this reason. */
export type LostListener = (error: unknown) => void

/**
 * The one reader of the log in a web process. It reads who changed, never what:
 * a listener asks for what it shows, so a burst of events is one question.
 */
export interface ChangeFeed {
  /** Calls back from the first change committed after the subscription; returns how to end it. */
  subscribe(listener: ChangeListener, onLost?: LostListener): () => void
  /** What changed from a position on, for a reader that comes back; null for the present position. */
  read(from: bigint | null): Promise<Changes>
  stop(): Promise<void>
}

export interface ChangeFeedOptions {
  readonly pool: Pool
  /** Hints that the log grew. They may all be lost: polling finds every change. */
  readonly wakeUp: Pick<WakeUp, 'listen'>
  readonly onError: (error: unknown) => void
}

export async function startChangeFeed(options: ChangeFeedOptions): Promise<ChangeFeed> {
  const { pool, wakeUp, onError } = options
  const listeners = new Map<ChangeListener, LostListener | undefined>()
  const stopping = new AbortController()
  let position = (await readChanges(pool, null)).next
  let woken = false
  let wait = new AbortController()

  const wake = () => {
    if (listeners.size === 0 && !stopping.signal.aborted) return
    woken = true
    wait.abort()
  }

  async function pause(ms: number): Promise<void> {
    wait = new AbortController()
    if (woken || stopping.signal.aborted) return
    await sleep(ms, undefined, { signal: wait.signal }).catch(() => undefined)
  }

  /**
   * What a telling sets off takes a bounded share of the time, so that the engine beside it has the rest of the processor:
   * the more listeners there are, and the busier the machine is, the more changes are told together.
   */
  async function rest(toldAt: number): Promise<void> {
    await afterMicrotasks()
    const tookMs = performance.now() - toldAt
    const ms = Math.min(restAfterTelling * tookMs, longestRestMs)
    if (ms >= 1) await sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
  }

  /** Reads on and tells the listeners; when it did, or null when it found nothing. With nobody listening only the position moves. */
  async function advance(): Promise<number | null> {
    const listening = listeners.size > 0
    const changes = await readChanges(pool, listening ? position : null)
    // A listener that came while nobody's position was read is owed what lies between.
    if (listening || listeners.size === 0) position = changes.next
    if (changes.more) woken = true
    if (changes.runs.size === 0) return null
    const toldAt = performance.now()
    for (const listener of listeners.keys()) listener(changes)
    return toldAt
  }

  async function follow(): Promise<void> {
    let delay: number = pollIdleMs
    let errors = 0
    while (!stopping.signal.aborted) {
      await pause(delay)
      if (stopping.signal.aborted) return
      const busy = woken
      woken = false
      try {
        const toldAt = await advance()
        errors = 0
        if (toldAt !== null) await rest(toldAt)
        delay = busy || toldAt !== null ? pollBusyMs : Math.min(delay * 2, pollIdleMs)
      } catch (error) {
        if (stopping.signal.aborted) return
        onError(error)
        errors += 1
        if (errors > TOLERATED_ERRORS) for (const onLost of listeners.values()) onLost?.(error)
        delay = AFTER_ERROR_MS
      }
    }
  }

  const stopListening = wakeUp.listen('log', wake)
  const followed = follow()

  return {
    subscribe(listener, onLost) {
      listeners.set(listener, onLost)
      wake()
      return () => listeners.delete(listener)
    },
    read: (from) => readChanges(pool, from),
    async stop() {
      stopping.abort()
      wake()
      stopListening()
      await followed
    },
  }
}

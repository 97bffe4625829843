import { setImmediate as afterMicrotasks, setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import { generationsOf } from '../../db/pool.ts'
import type { WakeUp } from '../../engine/ports.ts'
import { type Changes, joinChanges, readChanges } from './read-changes.ts'
import { createSettledRuns, type SettledRuns } from './settled-runs.ts'

const { pollBusyMs, pollIdleMs } = limits.engine
const { restAfterWork, longestRestMs, readWithinMs } = limits.live
/**
 * The delay before a failed read is repeated. After more than `TOLERATED_ERRORS` failures, the listeners are notified.
 */
const AFTER_ERROR_MS = 1_000
const TOLERATED_ERRORS = 1

/**
 * The pause after work that began at `beganAt`. The feed uses a bounded share of the time, so that the engine on the
 * same machine keeps the rest of the processor. With more listeners, or on a busier machine, more changes are delivered
 * together.
 */
const restAfter = (beganAt: number) => Math.min(restAfterWork * (performance.now() - beganAt), longestRestMs)

export type ChangeListener = (changes: Changes) => void
/** Changes cannot be read at present, for this reason. */
export type LostListener = (error: unknown) => void

/**
 * The one reader of the log in a web process. It reads only the ids of changed runs, never their data. A listener
 * queries what it shows, so a burst of events costs one query.
 */
export interface ChangeFeed {
  /**
   * Calls back from the first change committed after the subscription; returns the function that ends it. With many
   * listeners, deliveries are larger and less frequent.
   */
  subscribe(listener: ChangeListener, onLost?: LostListener): () => void
  /** Subscribes to the changes of one run, for its open page. It does not wait for the subscribers of all runs. */
  follow(runId: string, listener: ChangeListener, onLost?: LostListener): () => void
  /** Waits until a run has settled, without the pauses of the feed. */
  readonly settled: SettledRuns['until']
  /** The position up to which the log has been read: earlier changes are not delivered any more. */
  position(): bigint
  /** The changes from a position on, for a reconnecting reader; null for the present position. */
  read(from: bigint | null): Promise<Changes>
  stop(): Promise<void>
}

export interface ChangeFeedOptions {
  readonly pool: Pool
  /** Hints that the log grew. All of them may be lost: polling finds every change. */
  readonly wakeUp: Pick<WakeUp, 'listen'>
  readonly onError: (error: unknown) => void
}

export async function startChangeFeed(options: ChangeFeedOptions): Promise<ChangeFeed> {
  const { pool, wakeUp, onError } = options
  const listeners = new Map<ChangeListener, LostListener | undefined>()
  const followers = new Map<ChangeListener, { readonly runId: string; readonly onLost: LostListener | undefined }>()
  const stopping = new AbortController()
  let position = (await readChanges(pool, null)).next
  const generations = generationsOf(pool)
  let generation = generations.current
  /** Positions up to this one may refer to a lost log; null when no log was lost. */
  let lostUpTo: bigint | null = null
  let woken = false
  let wait = new AbortController()

  /** Changes that were read but not delivered yet to the subscribers of all runs. */
  let gathered: Changes | null = null
  /** The time of their next delivery, by the clock of the process. */
  let tellAllAt = 0

  const isAlone = () => listeners.size === 0 && followers.size === 0

  const wake = () => {
    if (isAlone() && !stopping.signal.aborted) return
    woken = true
    wait.abort()
  }

  async function pause(ms: number): Promise<void> {
    wait = new AbortController()
    if (woken || stopping.signal.aborted) return
    await sleep(ms, undefined, { signal: wait.signal }).catch(() => undefined)
  }

  /** Calls the listeners and waits for the work that they start in microtasks. */
  async function tellEach(told: Iterable<ChangeListener>, changes: Changes): Promise<void> {
    for (const listener of told) listener(changes)
    await afterMicrotasks()
  }

  async function tellAll(): Promise<void> {
    const changes = gathered
    if (changes === null || performance.now() < tellAllAt) return
    gathered = null
    const toldAt = performance.now()
    await tellEach(listeners.keys(), changes)
    tellAllAt = performance.now() + restAfter(toldAt)
  }

  /** Notifies the followers of changed runs; returns the pause before the next delivery. */
  async function tellFollowers(changes: Changes): Promise<number> {
    const changed = new Set([...changes.runs.values()].flatMap((runIds) => [...runIds]))
    const told = [...followers]
      .filter(([, { runId }]) => changes.anew || changed.has(runId))
      .map(([listener]) => listener)
    if (told.length === 0) return 0
    const toldAt = performance.now()
    await tellEach(told, changes)
    return restAfter(toldAt)
  }

  /**
   * A database that has lost acknowledged data reuses transaction numbers. Changes read up to the position then say
   * nothing about its present contents, whether its present is above the position already or still below it.
   */
  function askingAnew(changes: Changes): Changes {
    if (generations.current === generation && !changes.anew) return changes
    generation = generations.current
    lostUpTo = position
    return { ...changes, anew: true }
  }

  /**
   * Reads on and notifies the listeners concerned; returns whether it found changes. Without listeners only the
   * position moves.
   */
  async function advance(): Promise<boolean> {
    const listening = !isAlone()
    const beganAt = performance.now()
    const changes = askingAnew(await readChanges(pool, listening ? position : null))
    // A slow read may be due to a distant database, not to load, so it delays the next read only within a bound.
    const readingMs = Math.min(restAfter(beganAt), readWithinMs)
    // A listener that subscribed during a read without listeners needs the changes from the former position on.
    if (listening || isAlone()) position = changes.next
    if ((changes.runs.size > 0 || changes.anew) && listeners.size > 0) gathered = joinChanges(gathered, changes)
    const followersMs = await tellFollowers(changes)
    // Remaining pages are read at once, and delivered together: a pause between them would let the feed fall behind a
    // busy engine.
    if (changes.more) {
      woken = true
      return true
    }
    await tellAll()
    const allMs = tellAllAt - performance.now()
    const ms = Math.max(readingMs, followersMs, followers.size === 0 ? allMs : Math.min(allMs, readWithinMs))
    if (ms >= 1) await sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined)
    return changes.runs.size > 0
  }

  async function follow(): Promise<void> {
    let delay: number = pollIdleMs
    let errors = 0
    while (!stopping.signal.aborted) {
      // Gathered changes are delivered when due, even without further changes.
      await pause(gathered === null ? delay : Math.min(delay, pollBusyMs))
      if (stopping.signal.aborted) return
      const busy = woken
      woken = false
      try {
        const found = await advance()
        errors = 0
        delay = busy || found ? pollBusyMs : Math.min(delay * 2, pollIdleMs)
      } catch (error) {
        if (stopping.signal.aborted) return
        onError(error)
        errors += 1
        if (errors > TOLERATED_ERRORS) {
          for (const onLost of listeners.values()) onLost?.(error)
          for (const { onLost } of followers.values()) onLost?.(error)
        }
        delay = AFTER_ERROR_MS
      }
    }
  }

  const stopListening = wakeUp.listen('log', wake)
  const settledRuns = createSettledRuns(pool, wakeUp)
  const followed = follow()

  return {
    subscribe(listener, onLost) {
      listeners.set(listener, onLost)
      wake()
      return () => listeners.delete(listener)
    },
    follow(runId, listener, onLost) {
      followers.set(listener, { runId, onLost })
      wake()
      return () => followers.delete(listener)
    },
    settled: settledRuns.until,
    position: () => position,
    async read(from) {
      const changes = await readChanges(pool, from)
      return from !== null && lostUpTo !== null && from <= lostUpTo ? { ...changes, anew: true } : changes
    },
    async stop() {
      stopping.abort()
      wake()
      stopListening()
      settledRuns.stop()
      await followed
    },
  }
}

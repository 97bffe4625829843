import { setImmediate as afterMicrotasks, setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import { generationsOf } from '../../db/pool.ts'
import type { WakeUp } from '../../engine/ports.ts'
import { type Changes, joinChanges, readChanges } from './read-changes.ts'
import { createSettledRuns, type SettledRuns } from './settled-runs.ts'

const { pollBusyMs, pollIdleMs } = limits.engine
const { restAfterWork, longestRestMs, readWithinMs } = limits.live
/** The database is away: it is asked again after this, and once it has failed so often, whoever listens is told. */
const AFTER_ERROR_MS = 1_000
const TOLERATED_ERRORS = 1

/**
 * How long no more is read or told after work that began then. It takes a bounded share of the time, so that the engine beside
 * it has the rest of the processor: the more listeners there are, and the busier the machine is, the more changes are told together.
 */
const restAfter = (beganAt: number) => Math.min(restAfterWork * (performance.now() - beganAt), longestRestMs)

export type ChangeListener = (changes: Changes) => void
/** Nothing is heard of changes just now, for this reason. */
export type LostListener = (error: unknown) => void

/**
 * The one reader of the log in a web process. It reads who changed, never what:
 * a listener asks for what it shows, so a burst of events is one question.
 */
export interface ChangeFeed {
  /** Calls back from the first change committed after the subscription; returns how to end it. Many listeners hear more at once, less often. */
  subscribe(listener: ChangeListener, onLost?: LostListener): () => void
  /** The same when one run changes, whose page is looked at: it does not wait for those who listen to all. */
  follow(runId: string, listener: ChangeListener, onLost?: LostListener): () => void
  /** Waits until a run has settled, without the pace of those who watch. */
  readonly settled: SettledRuns['until']
  /** Up to where the log has been read: nothing before it is told any more. */
  position(): bigint
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
  const followers = new Map<ChangeListener, { readonly runId: string; readonly onLost: LostListener | undefined }>()
  const stopping = new AbortController()
  let position = (await readChanges(pool, null)).next
  const generations = generationsOf(pool)
  let generation = generations.current
  /** Positions up to this one may be of a log that has been lost; null when none was. */
  let lostUpTo: bigint | null = null
  let woken = false
  let wait = new AbortController()

  /** Read, and not told yet to those who listen to all. */
  let gathered: Changes | null = null
  /** When they are told next, by the clock of the process. */
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

  /** Waits until what a telling sets off has been done, too. */
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

  /** How long nobody is told again. */
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
   * A database that goes on without what it had gives numbers of transactions again: what was read up to the position says
   * nothing about what is there now, whether its present is above the position already or still below it.
   */
  function askingAnew(changes: Changes): Changes {
    if (generations.current === generation && !changes.anew) return changes
    generation = generations.current
    lostUpTo = position
    return { ...changes, anew: true }
  }

  /** Reads on and tells whoever it concerns; whether it found anything. With nobody listening only the position moves. */
  async function advance(): Promise<boolean> {
    const listening = !isAlone()
    const beganAt = performance.now()
    const changes = askingAnew(await readChanges(pool, listening ? position : null))
    // A far database is no busy one: however long reading takes, the next does not wait for long.
    const readingMs = Math.min(restAfter(beganAt), readWithinMs)
    // A listener that came while nobody's position was read is owed what lies between.
    if (listening || isAlone()) position = changes.next
    if ((changes.runs.size > 0 || changes.anew) && listeners.size > 0) gathered = joinChanges(gathered, changes)
    const followersMs = await tellFollowers(changes)
    // The rest is read at once, and told together: who rests in between falls behind a busy engine.
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
      // What is gathered is told as soon as that is due, though nothing more happens.
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

import { setImmediate as afterMicrotasks, setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { tuning } from '#server/engine/tuning.ts'
import { generationsOf } from '../../db/pool.ts'
import type { WakeUp } from '../../engine/ports.ts'
import { type Changes, joinChanges, readChanges } from './read-changes.ts'
import { createSettledRuns, type SettledRuns } from './settled-runs.ts'

const { pollBusyMs, pollIdleMs } = tuning
/**
 * Pacing of the feed. Changes gather during a pause: `restAfterWork` times as long as the last read and delivery took,
 * up to `longestRestMs`. After a read alone the pause is at most `readWithinMs`; also after a delivery while a page of
 * one run is open, however many readers follow all runs.
 */
const restAfterWork = 40
const longestRestMs = 250
const readWithinMs = 50
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
  const { next } = await readChanges(options.pool, null)
  return new LogChangeFeed(options, next)
}

/**
 * A loop of three parts: pause, read on, deliver. A hint of the log or a new listener ends the pause, but not the rest
 * after work, which bounds the feed's share of the processor.
 */
class LogChangeFeed implements ChangeFeed {
  readonly settled: SettledRuns['until']
  readonly #options: ChangeFeedOptions
  readonly #listeners = new Map<ChangeListener, LostListener | undefined>()
  readonly #followers = new Map<ChangeListener, { readonly runId: string; readonly onLost: LostListener | undefined }>()
  readonly #stopping = new AbortController()
  readonly #generations: ReturnType<typeof generationsOf>
  readonly #settledRuns: SettledRuns
  readonly #stopListening: () => void
  readonly #ended: Promise<void>
  #position: bigint
  #generation: string | null
  /** Positions up to this one may refer to a lost log; null when no log was lost. */
  #lostUpTo: bigint | null = null
  #isWoken = false
  #pause = new AbortController()
  /** Changes that were read but not delivered yet to the subscribers of all runs. */
  #gathered: Changes | null = null
  /** The time of their next delivery, by the clock of the process. */
  #deliverAt = 0

  constructor(options: ChangeFeedOptions, position: bigint) {
    const { pool, wakeUp } = options
    this.#options = options
    this.#position = position
    this.#generations = generationsOf(pool)
    this.#generation = this.#generations.current
    this.#stopListening = wakeUp.listen('log', () => this.#wake())
    this.#settledRuns = createSettledRuns(pool, wakeUp)
    this.settled = this.#settledRuns.until
    this.#ended = this.#run()
  }

  subscribe(listener: ChangeListener, onLost?: LostListener): () => void {
    this.#listeners.set(listener, onLost)
    this.#wake()
    return () => this.#listeners.delete(listener)
  }

  follow(runId: string, listener: ChangeListener, onLost?: LostListener): () => void {
    this.#followers.set(listener, { runId, onLost })
    this.#wake()
    return () => this.#followers.delete(listener)
  }

  position(): bigint {
    return this.#position
  }

  async read(from: bigint | null): Promise<Changes> {
    const changes = await readChanges(this.#options.pool, from)
    return from !== null && this.#lostUpTo !== null && from <= this.#lostUpTo ? { ...changes, anew: true } : changes
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#wake()
    this.#stopListening()
    this.#settledRuns.stop()
    await this.#ended
  }

  get #isAlone(): boolean {
    return this.#listeners.size === 0 && this.#followers.size === 0
  }

  #wake(): void {
    if (this.#isAlone && !this.#stopping.signal.aborted) return
    this.#isWoken = true
    this.#pause.abort()
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping
    let delay: number = pollIdleMs
    let errors = 0
    while (!signal.aborted) {
      // Gathered changes are delivered when due, even without further changes.
      await this.#waitFor(this.#gathered === null ? delay : Math.min(delay, pollBusyMs))
      if (signal.aborted) return
      const wasWoken = this.#isWoken
      this.#isWoken = false
      try {
        const found = await this.#advance()
        errors = 0
        delay = wasWoken || found ? pollBusyMs : Math.min(delay * 2, pollIdleMs)
      } catch (error) {
        if (signal.aborted) return
        this.#options.onError(error)
        errors += 1
        if (errors > TOLERATED_ERRORS) this.#reportLoss(error)
        delay = AFTER_ERROR_MS
      }
    }
  }

  async #waitFor(ms: number): Promise<void> {
    this.#pause = new AbortController()
    if (this.#isWoken || this.#stopping.signal.aborted) return
    await sleep(ms, undefined, { signal: this.#pause.signal }).catch(() => undefined)
  }

  #reportLoss(error: unknown): void {
    for (const onLost of this.#listeners.values()) onLost?.(error)
    for (const { onLost } of this.#followers.values()) onLost?.(error)
  }

  /**
   * Reads on and notifies the listeners concerned; returns whether it found changes. Without listeners only the
   * position moves.
   */
  async #advance(): Promise<boolean> {
    const wasListening = !this.#isAlone
    const beganAt = performance.now()
    const found = await readChanges(this.#options.pool, wasListening ? this.#position : null)
    const changes = this.#afterLoss(found)
    // A slow read may be due to a distant database, not to load, so it delays the next read only within a bound.
    const readingMs = Math.min(restAfter(beganAt), readWithinMs)
    // A listener that subscribed during a read without listeners needs the changes from the former position on.
    if (wasListening || this.#isAlone) this.#position = changes.next
    if ((changes.runs.size > 0 || changes.anew) && this.#listeners.size > 0) {
      this.#gathered = joinChanges(this.#gathered, changes)
    }
    const followersMs = await this.#deliverToFollowers(changes)
    // Remaining pages are read at once, and delivered together: a pause between them would let the feed fall behind a
    // busy engine.
    if (changes.more) {
      this.#isWoken = true
      return true
    }
    await this.#deliverGathered()
    const allMs = this.#deliverAt - performance.now()
    const ms = Math.max(readingMs, followersMs, this.#followers.size === 0 ? allMs : Math.min(allMs, readWithinMs))
    if (ms >= 1) await sleep(ms, undefined, { signal: this.#stopping.signal }).catch(() => undefined)
    return changes.runs.size > 0
  }

  /**
   * A database that has lost acknowledged data reuses transaction numbers. Changes read up to the position then say
   * nothing about its present contents, whether its present is above the position already or still below it.
   */
  #afterLoss(changes: Changes): Changes {
    const { current } = this.#generations
    if (current === this.#generation && !changes.anew) return changes
    this.#generation = current
    this.#lostUpTo = this.#position
    return { ...changes, anew: true }
  }

  async #deliverGathered(): Promise<void> {
    const changes = this.#gathered
    if (changes === null || performance.now() < this.#deliverAt) return
    this.#gathered = null
    const beganAt = performance.now()
    await deliver(this.#listeners.keys(), changes)
    this.#deliverAt = performance.now() + restAfter(beganAt)
  }

  /** Notifies the followers of changed runs; returns the pause before the next delivery. */
  async #deliverToFollowers(changes: Changes): Promise<number> {
    const changed = new Set([...changes.runs.values()].flatMap((runIds) => [...runIds]))
    const concerned = [...this.#followers]
      .filter(([, { runId }]) => changes.anew || changed.has(runId))
      .map(([listener]) => listener)
    if (concerned.length === 0) return 0
    const beganAt = performance.now()
    await deliver(concerned, changes)
    return restAfter(beganAt)
  }
}

/** Calls the listeners and waits for the work that they start in microtasks. */
async function deliver(listeners: Iterable<ChangeListener>, changes: Changes): Promise<void> {
  for (const listener of listeners) listener(changes)
  await afterMicrotasks()
}

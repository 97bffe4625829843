import type { Definition } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome, Command } from '#core/run/command.ts'
import type { Each, Work, WorkerCall } from '#core/run/effect.ts'
import type { Append, Appended, Handled } from './commit/append.ts'
import type { Kept } from './payload/kept.ts'

/**
 * How the engine sees the world. Each port has a PostgreSQL or Node
 * implementation here and can have a simulated twin; the contract of the store
 * is stated by its suite (testing/contract/).
 */

/** An engine that runs; a new registration is a new identity with a greater epoch. */
export interface EngineIdentity {
  readonly id: string
  readonly epoch: number
}

/** Calls once, when so many milliseconds have passed; returns what calls it off. */
export type After = (ms: number, call: () => void) => () => void

/** A clock that never goes back, and waiting by it; for durations only. */
export interface LocalClock {
  /** Milliseconds. */
  monotonic(): number
  readonly after: After
}

export interface Clock extends LocalClock {
  /** Milliseconds since 1970 by the database's clock, as far as this process can tell. */
  now(): number
}

export interface Ids {
  /** UUID version 7: sorts by time of creation. */
  runId(): string
  uuid(): string
  random(): number
}

/** A message as its run's owner reads it. `operationId` is null for the engine's own messages. */
export interface Mail {
  readonly id: number
  readonly runId: string
  readonly operationId: string | null
  readonly command: Command
  /** By the database's clock; the owner's clock may be a little behind it. */
  readonly sentAt: number
}

/** A run as it is taken up: its history (from the last snapshot on) and the mail that waits for it. */
export interface LoadedRun {
  readonly runId: string
  readonly snapshot: Json | null
  /** The log rows after the snapshot, in order: JSON of an array of arrays of events. */
  readonly log: string
  /** Texts of the large values that snapshot and log refer to, by hash; absent: they refer to none. */
  readonly payloads?: ReadonlyMap<string, string>
  readonly mail: readonly Mail[]
  readonly mailSeq: number
  /** Whether its last owner gave it back in order; if not, and something was under way, that owner died. */
  readonly handedBack: boolean
}

/**
 * `leave`: runs with nothing to do; their mail is answered and they go from the ready table unless more mail has come.
 * `aside`: runs that cannot be taken now; they stay in the table, out of the way until `retryAside`.
 */
export type TakeRuns = (runs: readonly LoadedRun[]) => Promise<{
  readonly appends: readonly Append[]
  readonly leave: readonly { readonly runId: string; readonly mailSeq: number; readonly handled: readonly Handled[] }[]
  readonly aside?: readonly string[]
}>

/** How many runs to take, of whom none, and how much their large values may have. */
export interface ClaimLimit {
  readonly runs: number
  readonly notOf?: readonly string[]
  /** However much, when absent. */
  readonly kept?: KeptRoom
}

export interface KeptRoom {
  /** Of all of them together; 0: only runs without any. */
  readonly bytes: number
  /** One is taken however much it has, lest it never be. */
  readonly evenOne: boolean
}

export interface Claimed {
  /** Rows of the ready table that were looked at, without those that were left. */
  readonly found: number
  /** Runs for whose large values there was no room; none when absent. */
  readonly left?: number
  readonly answers: ReadonlyMap<string, Appended>
}

export interface DrainedMail {
  readonly mail: readonly Mail[]
  /** Mail number up to which everything was read, by run. */
  readonly mailSeqs: ReadonlyMap<string, number>
}

export interface FiredTimers {
  readonly fired: number
  /** Runs of this engine that got mail by it; others became ready. */
  readonly runIds: readonly string[]
  /** When the next timer is due, in milliseconds; null when there is none. */
  readonly nextDueAt: number | null
}

export interface Recovered {
  /** Runs that became ready. */
  readonly runs: number
  /** In how many milliseconds the next lease expires, if it is not renewed; null when there is none. */
  readonly nextExpiryMs: number | null
}

export interface PublishedDefinition {
  readonly version: number
  readonly hash: string
  readonly definition: Definition
}

export interface Store {
  readonly lanes: number
  /** One transaction for all of them. Answers in the order of the appends. `again`: an earlier try may have been applied. */
  append(engine: EngineIdentity, appends: readonly Append[], lane: number, again: boolean): Promise<readonly Appended[]>
  /**
   * Takes up to so many runs from the front of the ready table, in one transaction: `take`
   * makes their ownership records while the rows are locked. It is asked for
   * until it is known what became of them, or until `ended` says that it does not matter any more.
   */
  claim(engine: EngineIdentity, limit: ClaimLimit, take: TakeRuns, ended?: AbortSignal): Promise<Claimed>
  /** Open mail of the given runs, or of all runs of this engine. */
  drain(engine: EngineIdentity, runIds: readonly string[] | null): Promise<DrainedMail>
  /** Answers mail of a run in which nothing changed. False when the run is no longer this engine's. */
  reply(engine: EngineIdentity, runId: string, handled: readonly Handled[]): Promise<boolean>
  /** Lets go of runs whose mail number is still the given one; returns those it let go of. */
  release(engine: EngineIdentity, runs: ReadonlyMap<string, number>): Promise<ReadonlySet<string>>
  /**
   * Puts runs back into the ready table, whatever their mail, as handed back: all of them, for a graceful stop, or the given
   * ones. `aside`: out of the way until `retryAside`.
   */
  handBack(engine: EngineIdentity, runIds?: readonly string[], where?: 'queue' | 'aside'): Promise<number>
  /** Runs that were given to this engine at their start, and of which nothing has been written since. */
  given(engine: EngineIdentity): Promise<readonly LoadedRun[]>
  /** Makes runs ready again that were put aside, and such as have mail that nobody is going to read; says how many. */
  retryAside(limit: number): Promise<number>
  /** Delivers up to `limit` due timers as messages. */
  fireTimers(engine: EngineIdentity, limit: number): Promise<FiredTimers>
  /** `takesRuns`: runs may be given to it at their start. */
  register(
    host: string,
    pid: number,
    leaseMs: number,
    takesRuns?: boolean,
  ): Promise<EngineIdentity & { readonly now: number }>
  /**
   * The database has gone on as another generation than that of the last registration, without a part of what it had
   * acknowledged. By then, nothing is done any more for an engine that registered before. Returns the function that ends it.
   */
  onOtherGeneration(listener: () => void): () => void
  /** A registration has been given up: all of its runs go back into the ready table, as handed back, and no more are given to it. */
  retire(engine: EngineIdentity): Promise<void>
  /** The database's clock, or null when the lease is lost. */
  renew(engine: EngineIdentity, leaseMs: number): Promise<number | null>
  /**
   * Puts the runs of engines whose lease has expired, or that registered in another generation of the database, back into
   * the ready table, and forgets those engines.
   */
  recover(): Promise<Recovered>
  unregister(engine: EngineIdentity): Promise<void>
  latestDefinition(ownerId: string, name: string): Promise<{ readonly version: number; readonly hash: string } | null>
  definition(ownerId: string, name: string, version: number): Promise<PublishedDefinition | null>
  /** Runs that descend from an origin (`core/run/origin.ts`), counted up to `most`. */
  countDescendants(originRunId: string, most: number): Promise<number>
  close(): Promise<void>
}

/** One call of a step function, one request or one script. `id` names the attempt within this engine. */
export type AttemptRequest = Work & {
  readonly id: string
  readonly runId: string
  readonly ownerId: string
  readonly workflow: string
  readonly step: string
  readonly iteration: number
  readonly attempt: number
  readonly undo: boolean
  readonly with: Json
  readonly input: Json
  readonly state: Json
  readonly result?: Json
  /** One item of a PARALLEL step: which. */
  readonly item?: number
  readonly each?: Each
  readonly key: string
  readonly timeoutMs?: number
  /** Its function runs for a worker, not for an engine. */
  readonly byWorker?: true
  /** How often an engine died while it was under way. */
  readonly interruptions: number
  /** Which of its values are large and occur in other calls of the run, too; absent: none. */
  readonly kept?: Kept
}

export type FunctionRequest = Extract<AttemptRequest, { readonly function: string }>
export type HttpRequest = Extract<AttemptRequest, { readonly http: unknown }>
export type ScriptRequest = Extract<AttemptRequest, { readonly script: unknown }>

/** What a worker is told of the step whose function it calls. */
export interface WorkerRequest extends WorkerCall {
  readonly step: string
  readonly iteration: number
  readonly attempt: number
  readonly idempotent: boolean
}

export interface ExecutorEvents {
  /** Whether nobody would be held up if the engine's thread did nothing for a moment; absent: never. */
  isIdle?(): boolean
  onOutcome(id: string, outcome: AttemptOutcome): void
  onProgress(id: string, progress: { readonly fraction?: number; readonly note?: string }): void
}

export interface Executor<Request extends AttemptRequest = AttemptRequest> {
  start(request: Request): void
  /** Aborts the attempt's signal; its outcome is no longer awaited. */
  cancel(id: string): void
  close(): Promise<void>
}

/** `engine`: a run is ready or has mail. `log`: a history grew. `settled`: a run has ended or has no step under way. `work`: there is something for workers. */
export type Topic = 'engine' | 'log' | 'settled' | 'work'

/** A run begins as this engine's; `events` is the text of its first log row. */
export interface GivenHint {
  readonly engineId: string
  readonly runId: string
  readonly events: string
}

export interface WakeUp {
  wake(topic: Topic): void
  /** Returns the function that ends it. */
  listen(topic: Topic, listener: () => void): () => void
  /** Hears of runs that are given to engines, also to others. False when it hears nothing. */
  listenForGiven(listener: (hint: GivenHint) => void): Promise<boolean>
  close(): Promise<void>
}

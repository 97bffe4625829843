import type { Definition } from '#core/definition/definition.ts'
import type { Variables } from '#core/definition/variables.ts'
import type { Json } from '#core/json.ts'
import type { AttemptOutcome, Command, CommandOf, ResourceState } from '#core/run/command.ts'
import type { Each, Effect, Work, WorkerCall } from '#core/run/effect.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { LockTokens } from '#core/run/events/envelope-event.ts'
import type { RunHeader } from '#core/run/state.ts'
import type { StoredFile } from '../files/read-file.ts'
import type { Append, Appended, Handled } from './commit/append.ts'
import type { OffloadedPayloads } from './payload/offloaded-payloads.ts'

/**
 * Ports are the engine's interfaces to the world. Each port has a PostgreSQL or Node implementation here and can have a
 * simulated twin; the contract of the store is stated by its suite (testing/contract/).
 */

/** An engine that runs; a new registration is a new identity with a greater epoch. */
export interface EngineIdentity {
  readonly id: string
  readonly epoch: number
}

/** Calls `call` once, after `ms` milliseconds; returns the function that cancels it. */
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
  /** UUID version 7 with the bucket of the owner: sorts by time of creation. */
  runId(ownerId: string): string
  uuid(): string
  random(): number
}

/** A message as the owner of its run reads it. `operationId` is null for the engine's own messages. */
export interface Mail {
  readonly id: number
  readonly runId: string
  readonly operationId: string | null
  readonly command: Command
  /** By the database's clock; the owner's clock may be a little behind it. */
  readonly sentAt: number
}

/** What an engine has to do: runs in memory, and the share of the last time that its thread was busy. */
export interface EngineLoad {
  readonly held: number
  readonly busy: number
}

/** A run as it is taken up: its history (from the last snapshot on) and its open mail. */
export interface LoadedRun {
  readonly runId: string
  readonly snapshot: Json | null
  /** The log rows after the snapshot, in order: JSON of an array of arrays of events. */
  readonly log: string
  /** Texts of the large values that snapshot and log refer to, by hash; absent: they refer to none. */
  readonly payloads?: ReadonlyMap<string, string>
  readonly mail: readonly Mail[]
  readonly mailSeq: number
  /** Whether the last owner handed the run back in order; if not, and an attempt was under way, that owner died. */
  readonly handedBack: boolean
  /** Of a claim under a budget; absent: there is none. */
  readonly slot?: SlotGrant
}

/** What a claim under a budget has for a run: its slot, or how the run is taken up without one. */
export type SlotGrant = 'held' | 'granted' | 'none' | 'exhausted'

/**
 * `leave`: runs with nothing to do; their mail is answered and they leave the ready table unless more mail has come.
 * `parked`: runs that cannot be taken now; they stay in the table, out of the way until `unpark`. `waiting`: the number of
 * runs that stay where they are, for want of a slot.
 */
export type TakeRuns = (runs: readonly LoadedRun[]) => Promise<{
  readonly appends: readonly Append[]
  readonly leave: readonly { readonly runId: string; readonly mailSeq: number; readonly handled: readonly Handled[] }[]
  readonly parked?: readonly string[]
  readonly waiting?: number
}>

/** Bounds of a claim: the number of runs, the owners to skip, and the room for large values. */
export interface ClaimLimit {
  readonly runs: number
  readonly notOf?: readonly string[]
  /** Engines that are alive, this one included: a claim takes its share of the waiting runs. Absent: it is alone. */
  readonly engines?: number
  /** No bound when absent. */
  readonly payloads?: PayloadBudget
}

export interface PayloadBudget {
  /** Bytes of the large values of all runs together; 0: only runs without large values. */
  readonly bytes: number
  /** The first run is taken whatever its size: otherwise a very large run would never be taken. */
  readonly evenOne: boolean
}

export interface Claimed {
  /** Number of rows of the ready table that were read, without the rows in `left` and those that wait for slots. */
  readonly found: number
  /** Runs for whose large values there was no room; none when absent. */
  readonly left?: number
  readonly answers: ReadonlyMap<string, Appended>
}

export interface DrainedMail {
  readonly mail: readonly Mail[]
  /** By run, the mail number up to which all mail was read. */
  readonly mailSeqs: ReadonlyMap<string, number>
}

export interface FiredTimers {
  readonly fired: number
  /** Runs of this engine that got mail by a timer; other runs became ready. */
  readonly runIds: readonly string[]
  /** When the next timer is due, in milliseconds; null when there is none. */
  readonly nextDueAt: number | null
}

export interface Recovered {
  /** Number of runs that became ready. */
  readonly runs: number
  /** Milliseconds until the next lease expires, if it is not renewed; null when there is no lease. */
  readonly nextExpiryMs: number | null
  /** Engines that are alive, and the load of the least busy one; null without any. */
  readonly engines: number
  readonly leastBusy: number | null
}

/** What a pass of the lock manager looks at. */
export interface LockHint {
  /** Runs that have requested locks. */
  readonly runIds: readonly string[]
  /** Resources that were given back. */
  readonly released: readonly { readonly ownerId: string; readonly resource: string }[]
  /** Whether it also looks for requests whose hint was lost, and for locks of runs that have ended. */
  readonly scan: boolean
}

export interface LockPass {
  /** Runs that got a letter: about their locks, or about a resource that their conditions read. */
  readonly notified: readonly string[]
  readonly granted: number
  /** Resources that the scan has taken from runs that have ended. */
  readonly released: LockHint['released']
  /** The pass was full: there may be more to grant. */
  readonly isFull: boolean
}

export interface PublishedDefinition {
  readonly version: number
  readonly hash: string
  readonly definition: Definition
}

export interface Store {
  readonly lanes: number
  /** Writes all appends in one transaction; answers in their order. `again`: an earlier try may have been applied. */
  append(engine: EngineIdentity, appends: readonly Append[], lane: number, again: boolean): Promise<readonly Appended[]>
  /**
   * Takes runs from the front of the ready table, in one transaction: `take` makes their ownership records while the
   * rows are locked. A write without an answer is repeated until its result is known, or until `ended` is aborted.
   */
  claim(engine: EngineIdentity, limit: ClaimLimit, take: TakeRuns, ended?: AbortSignal): Promise<Claimed>
  /** Open mail of the given runs, or of all runs of this engine. */
  drain(engine: EngineIdentity, runIds: readonly string[] | null): Promise<DrainedMail>
  /** Answers mail of a run in which nothing changed. False when the run is no longer this engine's. */
  reply(engine: EngineIdentity, runId: string, handled: readonly Handled[]): Promise<boolean>
  /** Releases runs whose mail number is still the given one; returns the released runs. */
  release(engine: EngineIdentity, runs: ReadonlyMap<string, number>): Promise<ReadonlySet<string>>
  /**
   * Puts runs back into the ready table, whatever their mail, as handed back: all of them, for a graceful stop, or the
   * given ones. `parked`: out of the way until `unpark`.
   */
  handBack(engine: EngineIdentity, runIds?: readonly string[], where?: 'queue' | 'parked'): Promise<number>
  /** Runs that were started eagerly for this engine, and for which nothing has been written since. */
  eagerRuns(engine: EngineIdentity): Promise<readonly LoadedRun[]>
  /**
   * Makes parked runs ready, and idle runs with unread mail that are not in the table; returns how many.
   */
  unpark(limit: number): Promise<number>
  /** Counts the slots anew, where a budget bounds them; returns how many were wrong. Absent: there is no budget. */
  recountSlots?(): Promise<number>
  /** Delivers up to `limit` due timers as messages. */
  fireTimers(engine: EngineIdentity, limit: number): Promise<FiredTimers>
  /** One pass of the lock manager, in one transaction: grants what can be granted, and tells the runs by letters. */
  passLocks(engine: EngineIdentity, hint: LockHint): Promise<LockPass>
  /** The history of a run, with its large values, for a replay. */
  readEvents(runId: string): Promise<readonly RunEvent[]>
  /** A file that the run uses; null where it uses none with this id. */
  readFile(runId: string, fileId: string): Promise<StoredFile | null>
  /** The states of resources of an owner, as the conditions of an envelope read them. */
  readResources(ownerId: string, ids: readonly string[]): Promise<{ readonly [id: string]: ResourceState }>
  /** `takesRuns`: runs may be started eagerly for it. */
  register(
    host: string,
    pid: number,
    leaseMs: number,
    takesRuns?: boolean,
  ): Promise<EngineIdentity & { readonly now: number }>
  /**
   * Calls the listener when the database has gone on as another generation than that of the last registration, without
   * a part of the acknowledged data. From then on, the store does nothing for an engine that registered before. Returns
   * the function that ends the listening.
   */
  onOtherGeneration(listener: () => void): () => void
  /**
   * Ends a registration that was given up: its runs go back into the ready table, as handed back, and it gets no more
   * runs.
   */
  retire(engine: EngineIdentity): Promise<void>
  /** The database's clock, or null when the lease is lost. */
  renew(engine: EngineIdentity, leaseMs: number, load?: EngineLoad): Promise<number | null>
  /**
   * Puts the runs of engines whose lease has expired, or that registered in another generation of the database, back
   * into the ready table, and forgets those engines.
   */
  recover(): Promise<Recovered>
  unregister(engine: EngineIdentity): Promise<void>
  /** No more runs are started eagerly for the engine. */
  endEagerStarts(engine: EngineIdentity): Promise<void>
  latestDefinition(ownerId: string, name: string): Promise<{ readonly version: number; readonly hash: string } | null>
  definition(ownerId: string, name: string, version: number): Promise<PublishedDefinition | null>
  /** The values of those of the named variables that the owner has. */
  variables(ownerId: string, names: readonly string[]): Promise<Variables>
  /** Runs that descend from an origin (`core/run/start/origin.ts`), counted up to `most`. */
  countDescendants(originRunId: string, most: number): Promise<number>
  close(): Promise<void>
}

/** News for the code of a run, with what its host has to know of the run. */
export interface CodeDelivery {
  readonly header: RunHeader
  readonly definition: Definition
  /** Hash of the definition. */
  readonly hash: string
  readonly effect: Extract<Effect, { kind: 'code_task' }>
}

/** Runs code, in threads of this process or elsewhere: the port by which the engine knows hosts of code. */
export interface CodeRunner {
  /** Answers with what the code wants next. A host that was lost is an answer, too; it rejects without a host. */
  deliver(delivery: CodeDelivery): Promise<CommandOf<'code_task_ended'>>
  /** Drops all kept instances: the logs of their runs may have changed, or have gone to another engine. */
  forget(): void
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
  /** The function is an activity of code: it is called with the elements of `with`. */
  readonly activity?: true
  readonly undo: boolean
  readonly with: Json
  readonly input: Json
  readonly state: Json
  readonly result?: Json
  /** Number of the item of a PARALLEL step. */
  readonly item?: number
  readonly each?: Each
  /** Fencing tokens of the run's locks, where the step asks for them. */
  readonly fencing?: LockTokens
  readonly key: string
  /** The trace context of a request: the span of this attempt. */
  readonly traceparent?: string
  readonly timeoutMs?: number
  /** The longest silence of an activity between two heartbeats. */
  readonly heartbeatTimeoutMs?: number
  /** The function runs for a worker, not for an engine. */
  readonly byWorker?: true
  /** Number of engines that died while the attempt was under way. */
  readonly interruptions: number
  /** Large values that occur in other calls of the run, too; absent: none. */
  readonly offloaded?: OffloadedPayloads
}

export type FunctionRequest = Extract<AttemptRequest, { readonly function: string }>
export type HttpRequest = Extract<AttemptRequest, { readonly http: unknown }>
export type ServiceRequest = Extract<AttemptRequest, { readonly service: unknown }>
export type ScriptRequest = Extract<AttemptRequest, { readonly script: unknown }>

/** The request to a worker: the step and the function call. */
export interface WorkerRequest extends WorkerCall {
  readonly step: string
  readonly iteration: number
  readonly attempt: number
  readonly idempotent: boolean
  /** How often another worker may get it; absent: as often as the installation says. */
  readonly recoveries?: number
}

export interface ExecutorEvents {
  /** True when the engine's thread may block for a moment without delay to other work; absent: never. */
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

/**
 * `engine`: a run is ready or has mail. `locks`: a lock was given back by no run. `log`: a history grew. `settled`: a run has ended or has no step under way.
 * `work`: a worker task was offered.
 */
export type Topic = 'engine' | 'locks' | 'log' | 'settled' | 'work'

/** An eager start: the run begins as the run of this engine; `events` is the text of its first log row. */
export interface EagerStartHint {
  readonly engineId: string
  readonly runId: string
  readonly events: string
}

export interface WakeUp {
  wake(topic: Topic): void
  /** Returns the function that ends the listening. */
  listen(topic: Topic, listener: () => void): () => void
  /**
   * Listens for hints that are addressed to one registration: it has work or mail. Called once more when they can be heard.
   * Returns the function that ends the listening.
   */
  listenAs(engine: EngineIdentity, listener: () => void): () => void
  /** Listens for hints about eager starts, for all engines. False when no hints can be received. */
  listenForEagerStarts(listener: (hint: EagerStartHint) => void): Promise<boolean>
  close(): Promise<void>
}

import type { Variables } from '#core/definition/variables.ts'
import type { Append, NewRun, Projection, Reply, TaskOpened, WorkOffered } from '../../commit/append.ts'
import type { PublishedDefinition } from '../../ports.ts'
import { createLockTables, type LockFaults, type LockTables } from './lock-tables.ts'

/** The tables of the database, as far as an engine sees them, in memory. */
export interface Tables {
  /** Whether the column types can hold an append. */
  readonly canHold: (append: Append) => boolean
  readonly runs: Map<string, NewRun>
  readonly states: Map<string, StateRow>
  /** Per run, ordered by the number of the first event, which is unique. */
  readonly logs: Map<string, LogRow[]>
  /** By run and hash; the owner does not matter here. */
  readonly payloads: Map<string, Map<string, string>>
  readonly snapshots: Map<string, { readonly seq: number; readonly state: string }>
  /** Per run, in the order of sending. */
  readonly mail: Map<string, MailRow[]>
  readonly operations: Map<string, MailRow>
  readonly ready: Map<string, ReadyRow>
  readonly timers: Map<string, Map<string, number>>
  readonly tasks: Map<string, TaskRow>
  /** In the order of offering. */
  readonly work: Map<string, WorkRow>
  readonly engines: Map<string, EngineRow>
  readonly definitions: Map<string, PublishedDefinition>
  readonly latest: Map<string, PublishedDefinition>
  /** By owner. */
  readonly variables: Map<string, Variables>
  /** By owner, idempotency key and person. */
  readonly startedBy: Map<string, string>
  readonly locking: LockTables
  /** Bugs that the simulator plants into the lock manager. */
  lockFaults: LockFaults
  mailSequence: number
  epochSequence: number
  /** Another generation begins when the store loses acknowledged data: see `loss.ts`. */
  generation: number
}

export interface StateRow extends Projection {
  readonly runId: string
  readonly ownerId: string
  readonly seq: number
  readonly currentSteps: readonly string[]
  readonly updatedAt: number
  readonly mailSeq: number
  readonly engineId: string | null
  readonly engineEpoch: number | null
}

export interface LogRow {
  readonly seq: number
  readonly epoch: number
  /** Null in the first row of a run that waits in the queue. */
  readonly engineId: string | null
  readonly appendId: string
  readonly events: string
}

export interface MailRow {
  readonly id: number
  readonly runId: string
  readonly operationId: string | null
  /** JSON. */
  readonly command: string
  /** Of the request that came with the operation id. */
  readonly identity: string | null
  readonly createdAt: number
  handledAt: number | null
  reply: Reply | null
}

export interface ReadyRow {
  readonly priority: number
  readonly position: number
  /** Owner of a woken run: the woken runs of an owner stand behind one another. Null while the run waits to begin. */
  readonly wokenOf: string | null
  /** A claim that is under way has locked the row; other claims skip it. */
  locked: boolean
}

export interface TaskRow extends TaskOpened {
  readonly runId: string
  readonly status: 'open' | 'decided' | 'closed'
  readonly revision: number
}

export interface WorkRow extends WorkOffered {
  readonly runId: string
  readonly token: string | null
  readonly workerId: string | null
  readonly heartbeatAt: number | null
  /** A worker has taken the task once. */
  readonly claimed: boolean
  readonly recoveries: number
}

export interface EngineRow {
  readonly id: string
  readonly epoch: number
  readonly expiresAt: number
  readonly takesRuns: boolean
  readonly busy: number
  /** The generation of the store at the registration. */
  readonly generation: number
  /** Number of open claims of the engine: its row is not deleted before they end. */
  claiming: number
}

export function createTables(canHold: Tables['canHold'] = () => true): Tables {
  return {
    canHold,
    runs: new Map(),
    states: new Map(),
    logs: new Map(),
    payloads: new Map(),
    snapshots: new Map(),
    mail: new Map(),
    operations: new Map(),
    ready: new Map(),
    timers: new Map(),
    tasks: new Map(),
    work: new Map(),
    engines: new Map(),
    definitions: new Map(),
    latest: new Map(),
    variables: new Map(),
    startedBy: new Map(),
    locking: createLockTables(),
    lockFaults: {},
    mailSequence: 0,
    epochSequence: 0,
    generation: 1,
  }
}

export function changeState(tables: Tables, runId: string, change: Partial<StateRow>): void {
  const row = tables.states.get(runId)
  if (row) tables.states.set(runId, { ...row, ...change })
}

/** The position of parked runs, which no claim reads: see `store/queue-position.ts`. */
export const PARKED = Number.MAX_SAFE_INTEGER

/** A run's place in the queue, in microseconds: see `store/queue-position.ts`. */
export function enqueue(tables: Tables, runId: string, now: number, priority = 0, delayMs = 0): void {
  if (tables.ready.has(runId)) return
  const position = queueFront(tables, now) + Math.floor((delayMs - 60_000 * priority) * 1_000)
  tables.ready.set(runId, { priority, position, wokenOf: null, locked: false })
}

/** An owner's woken runs are this far apart. */
const SPREAD = 1_000

/** The place of a woken run: see `placesOfWoken` in `store/queue-position.ts`. */
export function enqueueWoken(tables: Tables, runId: string, now: number): void {
  if (tables.ready.has(runId)) return
  const owner = tables.states.get(runId)?.ownerId ?? ''
  let position = queueFront(tables, now)
  for (const row of tables.ready.values()) {
    if (row.wokenOf === owner && row.position >= position && row.position < PARKED) position = row.position + SPREAD
  }
  tables.ready.set(runId, { priority: 0, position, wokenOf: owner, locked: false })
}

export function parkRow(tables: Tables, runId: string): void {
  const row = tables.ready.get(runId)
  if (row) tables.ready.set(runId, { ...row, position: PARKED, locked: false })
}

function queueFront(tables: Tables, now: number): number {
  let front = Math.floor(now * 1_000)
  for (const row of tables.ready.values()) if (row.priority === 0 && row.position < front) front = row.position
  return front
}

/** Puts a message into the mailbox; the caller counts it in the run's mail number. */
export function post(
  tables: Tables,
  now: number,
  message: Pick<MailRow, 'runId' | 'operationId' | 'command'> & { readonly identity?: string | null },
): void {
  tables.mailSequence += 1
  const { identity = null, ...sent } = message
  const row: MailRow = { id: tables.mailSequence, ...sent, identity, createdAt: now, handledAt: null, reply: null }
  const box = tables.mail.get(message.runId)
  if (box) box.push(row)
  else tables.mail.set(message.runId, [row])
  if (message.operationId !== null) tables.operations.set(message.operationId, row)
}

/** Counts new messages in the run's mail number, and queues the run when no engine holds it. */
export function wake(tables: Tables, runId: string, now: number, letters = 1): void {
  const row = tables.states.get(runId)
  if (!row) return
  changeState(tables, runId, { mailSeq: row.mailSeq + letters })
  if (row.engineId === null) enqueueWoken(tables, runId, now)
}

export function openMail(tables: Tables, runId: string): readonly MailRow[] {
  return (tables.mail.get(runId) ?? []).filter((row) => row.handledAt === null)
}

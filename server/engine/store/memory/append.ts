import type { Append, Appended, AppendRows, Handled, NewRun } from '../../commit/append.ts'
import type { EagerRun } from '../../commit/eager-run.ts'
import type { EngineIdentity } from '../../ports.ts'
import { hasLocks, writeLockRows } from './locks.ts'
import { changeState, enqueue, enqueueWoken, type LogRow, post, type StateRow, type Tables } from './tables.ts'
import { offerWork, recallWork, workKey } from './work.ts'

/** One flush, at one instant; the twin of `store/append.ts`. */
export function appendAll(
  tables: Tables,
  now: number,
  engine: EngineIdentity,
  appends: readonly Append[],
  again: boolean,
): readonly Appended[] {
  if (!appends.every(tables.canHold)) throw Object.assign(new Error('untranslatable character'), { code: '22P05' })
  for (const append of appends) {
    storePayloads(tables, append)
    for (const child of append.rows?.children ?? []) storePayloads(tables, child)
  }
  const inserted = new Set<Append>()
  for (const append of inOrder(appends)) {
    const { runId, seq, appendId, events } = append
    if (!hasLocks(tables, append)) continue
    if (insertLog(tables, runId, { seq, epoch: engine.epoch, engineId: engine.id, appendId, events }))
      inserted.add(append)
  }
  const written = inOrder([...inserted])
  // Messages come before the owner is looked at: a run with new mail is not let go of.
  const letters = new Map<string, number>()
  for (const { rows } of written) {
    for (const { to, command } of rows?.messages ?? []) {
      post(tables, now, { runId: to, operationId: null, command: JSON.stringify(command) })
      letters.set(to, (letters.get(to) ?? 0) + 1)
    }
  }
  for (const { runId, rows } of written) {
    for (const recalled of rows?.workRecalled ?? []) {
      const command = recallWork(tables, runId, recalled)
      if (command === null) continue
      post(tables, now, { runId, operationId: null, command: JSON.stringify(command) })
      letters.set(runId, (letters.get(runId) ?? 0) + 1)
    }
  }
  for (const append of written) updateState(tables, engine, append, letters.get(append.runId) ?? 0)
  const own = new Set(written.map(({ runId }) => runId))
  for (const [runId, count] of letters) {
    const state = tables.states.get(runId)
    if (state && !own.has(runId)) changeState(tables, runId, { mailSeq: state.mailSeq + count })
  }
  for (const { runId, claim } of written) if (claim) tables.ready.delete(runId)
  for (const runId of letters.keys()) {
    if (tables.states.get(runId)?.engineId === null) enqueueWoken(tables, runId, now)
  }
  for (const append of written) if (append.rows) writeRows(tables, now, append, append.rows)
  return appends.map((append) => answerOf(tables, engine, append, inserted.has(append), again))
}

/** Before the rows that refer to them; see `store/payloads.ts`. */
export function storePayloads(tables: Tables, { runId, payloads = [] }: Pick<Append, 'runId' | 'payloads'>): void {
  if (payloads.length === 0) return
  const stored = tables.payloads.get(runId) ?? new Map<string, string>()
  for (const { sha256, text } of payloads) if (text !== null) stored.set(sha256, text)
  tables.payloads.set(runId, stored)
}

function inOrder(appends: readonly Append[]): readonly Append[] {
  return [...appends].sort((a, b) => (a.runId < b.runId ? -1 : 1))
}

/** False when the number is taken. */
export function insertLog(tables: Tables, runId: string, row: LogRow): boolean {
  const rows = tables.logs.get(runId)
  if (!rows) {
    tables.logs.set(runId, [row])
    return true
  }
  let place = rows.length
  while (place > 0 && (rows[place - 1] as LogRow).seq > row.seq) place -= 1
  if (rows[place - 1]?.seq === row.seq) return false
  rows.splice(place, 0, row)
  return true
}

function updateState(tables: Tables, engine: EngineIdentity, append: Append, letters: number): void {
  const state = tables.states.get(append.runId)
  if (!state) return
  const mailSeq = state.mailSeq + letters
  const letGo = append.releaseAt === mailSeq && (append.claim || state.engineId === engine.id)
  changeState(tables, append.runId, {
    seq: append.lastSeq,
    currentSteps: append.currentSteps,
    updatedAt: append.updatedAt,
    ...append.projection,
    mailSeq,
    ...(append.claim && { engineId: engine.id, engineEpoch: engine.epoch }),
    ...(letGo && { engineId: null }),
  })
}

function writeRows(tables: Tables, now: number, append: Append, rows: AppendRows): void {
  const { runId } = append
  const timers = tables.timers.get(runId) ?? new Map<string, number>()
  for (const timerId of rows.timersCleared) timers.delete(timerId)
  for (const { timerId, dueAt } of rows.timersSet) timers.set(timerId, dueAt)
  if (timers.size > 0) tables.timers.set(runId, timers)
  else tables.timers.delete(runId)
  for (const opened of rows.tasksOpened) {
    const { task_id } = opened.task
    if (!tables.tasks.has(task_id)) tables.tasks.set(task_id, { ...opened, runId, status: 'open', revision: 1 })
  }
  for (const { taskId, decision } of rows.tasksClosed) {
    const task = tables.tasks.get(taskId)
    if (!task) continue
    tables.tasks.set(taskId, { ...task, status: decision ? 'decided' : 'closed', revision: task.revision + 1 })
  }
  for (const taskId of rows.workWithdrawn ?? []) tables.work.delete(workKey(runId, taskId))
  for (const offered of rows.workOffered ?? []) offerWork(tables, runId, offered)
  writeLockRows(tables, now, runId, rows)
  for (const child of rows.children) insertRun(tables, now, child, 0)
  answer(tables, now, runId, rows.handled)
  if (rows.snapshot !== undefined) tables.snapshots.set(runId, { seq: append.lastSeq, state: rows.snapshot })
}

/** Header, list columns, first log row and place in the queue of a new run. */
export function insertRun(tables: Tables, now: number, run: NewRun, delayMs: number): void {
  insertBegun(tables, run, null)
  enqueue(tables, run.runId, now, run.header.priority, delayMs)
}

/** The rows of an eager run, which has an owner from its first row on and no place in the queue. */
export function insertEager(tables: Tables, run: EagerRun): void {
  const { engine, startedAt, updatedAt, currentSteps } = run
  insertBegun(tables, run, engine)
  const owned = { engineId: engine.id, engineEpoch: engine.epoch }
  changeState(tables, run.runId, { ...owned, startedAt, updatedAt, currentSteps, pending: false })
}

function insertBegun(tables: Tables, run: NewRun, by: EngineIdentity | null): void {
  const { runId } = run
  tables.runs.set(runId, run)
  const { appendId, events } = run
  insertLog(tables, runId, { seq: 1, epoch: by?.epoch ?? 0, engineId: by?.id ?? null, appendId, events })
  const state: StateRow = {
    runId,
    ownerId: run.ownerId,
    seq: run.lastSeq,
    status: run.status,
    phase: run.phase,
    held: false,
    pending: true,
    calledFailed: false,
    error: null,
    humanWait: null,
    startedAt: null,
    endedAt: null,
    currentSteps: [],
    updatedAt: run.createdAt,
    mailSeq: 0,
    engineId: null,
    engineEpoch: null,
  }
  tables.states.set(runId, state)
}

/** People's mail gets its reply, the engine's own is removed. */
export function answer(tables: Tables, now: number, runId: string, handled: readonly Handled[]): void {
  const box = tables.mail.get(runId) ?? []
  for (const { mailId, reply } of handled) {
    const place = box.findIndex((row) => row.id === mailId)
    const row = box[place]
    if (!row) continue
    if (reply === null) {
      box.splice(place, 1)
    } else {
      row.reply = reply
      row.handledAt = now
    }
  }
}

function answerOf(
  tables: Tables,
  engine: EngineIdentity,
  { runId, seq, appendId }: Append,
  isNew: boolean,
  again: boolean,
): Appended {
  const state = tables.states.get(runId)
  const taken = isNew ? undefined : tables.logs.get(runId)?.find((row) => row.seq === seq)
  const landed = again && taken?.appendId === appendId
  if (state && !isNew && taken === undefined) return { kind: 'lock_lost' }
  if (!state || !(isNew || landed)) return { kind: 'fenced' }
  const owned = state.engineId === engine.id && (isNew || state.engineEpoch === engine.epoch)
  return { kind: 'committed', owned, mailSeq: state.mailSeq }
}

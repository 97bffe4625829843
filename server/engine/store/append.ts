import type { Append, Appended } from '../append.ts'
import type { EngineIdentity } from '../ports.ts'
import { fullAppend, landedAppends, leanAppend, type OnTaken, type Part } from './append-statement.ts'
import { instantArray, intArray, jsonbArray, textArray, uuidArray } from './binary-array.ts'
import type { Connection } from './connection.ts'

interface AnswerRow {
  readonly run_id: string
  readonly mail_seq: number
  readonly owned: boolean
}

/**
 * Writes one flush as a transaction of its own. Nearly always every number is
 * free; when one is not, nothing was written, and it is written with that run
 * left out.
 */
export async function appendAlone(
  connection: Connection,
  engine: EngineIdentity,
  appends: readonly Append[],
): Promise<readonly Appended[]> {
  try {
    const { rows } = await write(connection, engine, inOrder(appends), 'fail')
    return answersTo(appends, rows)
  } catch (error) {
    if ((error as { readonly constraint?: string }).constraint !== 'run_log_pkey') throw error
    return appendAll(connection, engine, appends, false)
  }
}

/**
 * Writes one flush in one transaction and says for each append what became of
 * it. What was not inserted lost to another owner, unless an earlier try of
 * the same append had landed: then it counts as committed.
 */
export async function appendAll(
  connection: Connection,
  engine: EngineIdentity,
  appends: readonly Append[],
  again: boolean,
): Promise<readonly Appended[]> {
  const { rows } = await write(connection, engine, inOrder(appends), 'skip')
  if (again && rows.length < appends.length) {
    const written = new Set(rows.map((row) => row.run_id))
    const missing = appends.filter((append) => !written.has(append.runId))
    const landed = await connection.query<AnswerRow>({
      name: 'append-landed',
      text: landedAppends,
      values: [
        uuidArray(missing.map((append) => append.runId)),
        uuidArray(missing.map((append) => append.appendId)),
        engine.id,
        engine.epoch,
        intArray(missing.map((append) => append.seq)),
      ],
    })
    return answersTo(appends, [...rows, ...landed.rows])
  }
  return answersTo(appends, rows)
}

/** One order for all flushes avoids deadlocks. */
function inOrder(appends: readonly Append[]): readonly Append[] {
  return [...appends].sort((a, b) => (a.runId < b.runId ? -1 : 1))
}

function answersTo(appends: readonly Append[], rows: readonly AnswerRow[]): readonly Appended[] {
  const byRun = new Map(rows.map((row) => [row.run_id, row]))
  return appends.map(({ runId }) => {
    const row = byRun.get(runId)
    return row ? { kind: 'committed', owned: row.owned, mailSeq: row.mail_seq } : { kind: 'fenced' }
  })
}

function write(connection: Connection, engine: EngineIdentity, sorted: readonly Append[], onTaken: OnTaken) {
  const isLean = sorted.every(
    (append) => !append.projection && !append.rows && !append.claim && !('releaseAt' in append),
  )
  const values = [
    uuidArray(sorted.map((append) => append.runId)),
    intArray(sorted.map((append) => append.seq)),
    uuidArray(sorted.map((append) => append.appendId)),
    textArray(sorted.map((append) => append.events)),
    textArray(sorted.map((append) => arrayLiteral(append.currentSteps))),
    intArray(sorted.map((append) => append.lastSeq)),
    instantArray(sorted.map((append) => append.updatedAt)),
    engine.epoch,
    engine.id,
  ]
  return connection.query<AnswerRow>(
    isLean
      ? { name: `append-lean-${onTaken}`, text: leanAppend(onTaken), values }
      : fullStatement(sorted, values, onTaken),
  )
}

function fullStatement(appends: readonly Append[], values: readonly unknown[], onTaken: OnTaken) {
  const groups = rowGroups(appends)
  const needed = new Set<Part>(
    (Object.keys(groups) as (keyof typeof groups)[]).filter((part) => groups[part].length > 0),
  )
  if (appends.some(({ claim }) => claim)) needed.add('claims')
  const { name, text, takesRows } = fullAppend(needed, onTaken)
  const rows = takesRows ? [JSON.stringify(groups)] : []
  return { name, text, values: [...values, jsonbArray(appends.map(changeOf)), ...rows] }
}

function arrayLiteral(names: readonly string[]): string {
  return `{${names.map((name) => `"${name.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

/** Text columns cannot hold U+0000; in JSON text it is an escape and stays. */
function printable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd')
}

function instant(ms: number | null | undefined): string | null {
  return ms === null || ms === undefined ? null : new Date(ms).toISOString()
}

/** The rarer rows of a flush, each with the run whose append brings it. */
function rowGroups(appends: readonly Append[]) {
  return {
    messages: each(appends, 'messages', (message, place) => ({
      to: message.to,
      command: JSON.stringify(message.command),
      place,
    })),
    timers_set: each(appends, 'timersSet', ({ timerId, dueAt }) => ({ timer_id: timerId, due_at: instant(dueAt) })),
    timers_cleared: each(appends, 'timersCleared', (timerId) => ({ timer_id: timerId })),
    tasks_opened: each(appends, 'tasksOpened', ({ task, ...opened }) => ({
      id: task.task_id,
      owner_id: opened.ownerId,
      root_run_id: opened.rootRunId,
      workflow: opened.workflow,
      version: opened.version,
      step: opened.step,
      iteration: opened.iteration,
      title: printable(task.title),
      form: task.form ? JSON.stringify(task.form) : null,
      assignees: task.assignees.map(printable),
      groups: task.groups.map(printable),
      excluded: task.excluded.map(printable),
      due_at: instant(task.due_at),
      opened_at: instant(opened.openedAt),
    })),
    tasks_closed: each(appends, 'tasksClosed', ({ taskId, closedAt, decision }) => ({
      id: taskId,
      closed_at: instant(closedAt),
      decided_by: decision?.by ?? null,
      decision: decision ? JSON.stringify(decision.input) : null,
    })),
    work_offered: each(appends, 'workOffered', (work) => ({
      task_id: work.taskId,
      owner_id: work.ownerId,
      workflow: work.workflow,
      queue: printable(work.queue),
      idempotent: work.idempotent,
      silence_ms: work.silenceMs,
      request: work.request,
    })),
    work_withdrawn: each(appends, 'workWithdrawn', (taskId) => ({ task_id: taskId })),
    children: each(appends, 'children', (child) => ({
      id: child.runId,
      owner_id: child.ownerId,
      data_region: child.dataRegion,
      workflow: child.workflow,
      version: child.version,
      parent_run_id: child.parentRunId,
      parent_step: child.parentStep,
      root_run_id: child.rootRunId,
      depth: child.depth,
      tags: child.tags,
      priority: child.priority,
      created_by: child.createdBy,
      created_at: instant(child.createdAt),
      append_id: child.appendId,
      events: child.events,
      last_seq: child.lastSeq,
      status: child.status,
      phase: child.phase,
    })),
    handled: each(appends, 'handled', ({ mailId, reply }) => ({ mail_id: mailId, reply })),
    snapshots: appends.flatMap(({ runId, lastSeq, rows }) =>
      rows?.snapshot === undefined ? [] : [{ run_id: runId, seq: lastSeq, state: rows.snapshot }],
    ),
  }
}

type ListsOf<Rows> = { [Key in keyof Rows]-?: NonNullable<Rows[Key]> extends readonly (infer Row)[] ? Row : never }

function each<Group extends keyof ListsOf<NonNullable<Append['rows']>>, Row extends object>(
  appends: readonly Append[],
  group: Group,
  toRow: (item: ListsOf<NonNullable<Append['rows']>>[Group], place: number) => Row,
): readonly (Row & { run_id: string })[] {
  return appends.flatMap(({ runId, rows }) => {
    const items = (rows?.[group] ?? []) as readonly ListsOf<NonNullable<Append['rows']>>[Group][]
    return items.map((item, place) => ({ run_id: runId, ...toRow(item, place) }))
  })
}

/** What changes in the run's own row besides its place; as JSON. */
function changeOf({ projection, claim, releaseAt }: Append): string {
  if (!projection && !claim && releaseAt === undefined) return '{}'
  return JSON.stringify({
    claim: claim ?? false,
    release_at: releaseAt ?? null,
    projected: projection !== undefined,
    ...(projection && {
      status: projection.status,
      phase: projection.phase,
      held: projection.held,
      pending: projection.pending,
      error_code: projection.error ? printable(projection.error.code) : null,
      error_message: projection.error ? printable(projection.error.message) : null,
      error_step: projection.error?.step ?? null,
      human_wait: projection.humanWait,
      started_at: instant(projection.startedAt),
      ended_at: instant(projection.endedAt),
    }),
  })
}

import type { Append, Appended } from '../../commit/append.ts'
import type { EngineIdentity } from '../../ports.ts'
import { confirmFound } from '../confirm-found.ts'
import { arrayLiteral } from '../connection/array-literal.ts'
import { instantArray, intArray, jsonbArray, textArray, uuidArray } from '../connection/binary-array.ts'
import type { Connection } from '../connection/connection.ts'
import type { PreparedStatement } from '../connection/prepared-query.ts'
import { landedAppends, onesByThemselves, takenNumbers } from './append-answers.ts'
import {
  fullAppend,
  leanAppend,
  loneAppend,
  loneChange,
  loneChangeFreeing,
  type OnTaken,
  type Part,
} from './append-statement.ts'
import { changedValues, changeOf, rowGroups } from './append-values.ts'
import { signedId } from './signed-id.ts'

interface AnswerRow {
  /** Null in the one row for all plain appends. */
  readonly run_id: string | null
  readonly mail_seq: number
  readonly held: number
}

/** A plain append changes only the log, and the mail number up to which its owner has read is known. */
type Plain = Append & { readonly mailSeq: number }

/**
 * Writes one flush as a transaction of its own. Nearly always every log number is free. When a number is taken, the
 * statement writes nothing, and the flush is written again without that run. `frees`: there is a budget, and the runs that
 * the flush releases give their slots back.
 */
export async function appendAlone(
  connection: Connection,
  engine: EngineIdentity,
  appends: readonly Append[],
  frees = false,
): Promise<readonly Appended[]> {
  const sorted = inOrder(appends)
  const plain = sorted.filter(isPlain)
  let rows: readonly AnswerRow[]
  try {
    rows = await write(connection, engine, sorted, plain, 'fail', frees)
  } catch (error) {
    if ((error as { readonly constraint?: string }).constraint !== 'run_log_pkey') throw error
    return appendAll(connection, engine, appends, false, frees)
  }
  const ones = isAsExpected(plain, rows) ? [] : await onesOf(connection, engine, plain)
  // Numbers were free where a row was to be written: a row under locks is missing for want of a lock.
  const refused = await refusedOf(connection, appends, rows)
  return answersTo(appends, [...rows, ...ones], ({ runId, mailSeq = 0 }) => {
    return refused.get(runId) ?? { kind: 'committed', owned: true, mailSeq }
  })
}

/**
 * Writes one flush in one transaction and returns an answer for each append. An append that was not inserted is fenced
 * by another owner, unless an earlier try of the append was committed: then it counts as committed.
 */
export async function appendAll(
  connection: Connection,
  engine: EngineIdentity,
  appends: readonly Append[],
  again: boolean,
  frees = false,
): Promise<readonly Appended[]> {
  const rows = await write(connection, engine, inOrder(appends), [], 'skip', frees)
  const written = new Set(rows.map((row) => row.run_id))
  const missing = again ? appends.filter((append) => !written.has(append.runId)) : []
  const landed = missing.length > 0 ? await landedOf(connection, engine, missing) : []
  const refused = await refusedOf(connection, appends, [...rows, ...landed])
  return answersTo(appends, [...rows, ...landed], ({ runId }) => refused.get(runId) ?? { kind: 'fenced' })
}

/** One order for all flushes avoids deadlocks. */
function inOrder(appends: readonly Append[]): readonly Append[] {
  return [...appends].sort((a, b) => (a.runId < b.runId ? -1 : 1))
}

function isPlain(append: Append): append is Plain {
  const { projection, rows, claim, releaseAt, mailSeq } = append
  return !projection && !rows && !claim && releaseAt === undefined && mailSeq !== undefined
}

/** True when none of the plain runs has new mail, and none belongs to another engine. */
function isAsExpected(plain: readonly Plain[], rows: readonly AnswerRow[]): boolean {
  if (plain.length === 0) return true
  const together = rows.find((row) => row.run_id === null)
  let mailSeqs = 0
  for (const { mailSeq } of plain) mailSeqs += mailSeq
  return together?.held === plain.length && together.mail_seq === mailSeqs
}

async function onesOf(
  connection: Connection,
  engine: EngineIdentity,
  plain: readonly Plain[],
): Promise<readonly AnswerRow[]> {
  const { rows } = await connection.query<AnswerRow>({
    name: 'append-ones',
    text: onesByThemselves,
    values: [uuidArray(plain.map(({ runId }) => runId)), engine.id],
  })
  return rows
}

async function landedOf(
  connection: Connection,
  engine: EngineIdentity,
  missing: readonly Append[],
): Promise<readonly AnswerRow[]> {
  const { rows } = await connection.query<AnswerRow>({
    name: 'append-landed',
    text: landedAppends,
    values: [
      uuidArray(missing.map((append) => append.runId)),
      uuidArray(missing.map(({ appendId }) => signedId(appendId, engine))),
      engine.id,
      engine.epoch,
      intArray(missing.map((append) => append.seq)),
    ],
  })
  if (rows.length > 0) await confirmFound(connection)
  return rows
}

/**
 * Why appends under locks were not written, by run: another engine has written at the number, or a lock was taken away.
 * Whoever has lost the run may have lost its locks as well.
 */
async function refusedOf(
  connection: Connection,
  appends: readonly Append[],
  answered: readonly AnswerRow[],
): Promise<ReadonlyMap<string, Appended>> {
  const underLocks = appends.filter(({ rows }) => rows?.locksHeld !== undefined)
  if (underLocks.length === 0) return new Map()
  const written = new Set(answered.map((row) => row.run_id))
  const refused = underLocks.filter(({ runId }) => !written.has(runId))
  if (refused.length === 0) return new Map()
  const { rows } = await connection.query<{ run_id: string }>({
    name: 'append-taken',
    text: takenNumbers,
    values: [uuidArray(refused.map(({ runId }) => runId)), intArray(refused.map(({ seq }) => seq))],
  })
  const taken = new Set(rows.map((row) => row.run_id))
  return new Map(refused.map(({ runId }) => [runId, { kind: taken.has(runId) ? 'fenced' : 'lock_lost' }]))
}

function answersTo(
  appends: readonly Append[],
  rows: readonly AnswerRow[],
  otherwise: (append: Append) => Appended,
): readonly Appended[] {
  const byRun = new Map(rows.map((row) => [row.run_id, row]))
  return appends.map((append) => {
    const row = byRun.get(append.runId)
    return row ? { kind: 'committed', owned: row.held === 1, mailSeq: row.mail_seq } : otherwise(append)
  })
}

async function write(
  connection: Connection,
  engine: EngineIdentity,
  sorted: readonly Append[],
  plain: readonly Plain[],
  onTaken: OnTaken,
  frees: boolean,
): Promise<readonly AnswerRow[]> {
  const rows = await connection.rows(statementOf(sorted, plain, engine, onTaken, frees))
  return rows.map(([runId = null, mailSeq, held]) => ({
    run_id: runId,
    mail_seq: Number(mailSeq),
    held: Number(held),
  }))
}

function statementOf(
  sorted: readonly Append[],
  plain: readonly Plain[],
  engine: EngineIdentity,
  onTaken: OnTaken,
  frees: boolean,
): PreparedStatement {
  const [only, other] = sorted
  if (onTaken === 'fail' && only && !other) {
    const values = valuesOfOne(only, engine)
    if (plain.length === 1) return { name: 'append-lone', text: loneAppend, values }
    const { projection, rows, claim } = only
    if (projection && !rows && !claim) {
      const changed = [...values, ...changedValues(only, projection)]
      return frees
        ? { name: 'append-lone-change-freeing', text: loneChangeFreeing, values: changed }
        : { name: 'append-lone-change', text: loneChange, values: changed }
    }
  }
  if (onTaken === 'fail' && plain.length === sorted.length)
    return { name: 'append-lean', text: leanAppend, values: valuesOfAll(sorted, engine) }
  return fullStatement(sorted, plain, valuesOfAll(sorted, engine), onTaken, frees)
}

function valuesOfAll(sorted: readonly Append[], engine: EngineIdentity) {
  return [
    uuidArray(sorted.map((append) => append.runId)),
    intArray(sorted.map((append) => append.seq)),
    uuidArray(sorted.map(({ appendId }) => signedId(appendId, engine))),
    textArray(sorted.map((append) => append.events)),
    textArray(sorted.map((append) => arrayLiteral(append.currentSteps))),
    intArray(sorted.map((append) => append.lastSeq)),
    instantArray(sorted.map((append) => append.updatedAt)),
    String(engine.epoch),
    engine.id,
  ]
}

function valuesOfOne(append: Append, engine: EngineIdentity) {
  return [
    append.runId,
    String(append.seq),
    signedId(append.appendId, engine),
    append.events,
    arrayLiteral(append.currentSteps),
    String(append.lastSeq),
    new Date(append.updatedAt).toISOString(),
    String(engine.epoch),
    engine.id,
  ]
}

function fullStatement(
  sorted: readonly Append[],
  plain: readonly Plain[],
  values: readonly (Buffer | string)[],
  onTaken: OnTaken,
  frees: boolean,
) {
  const changed = plain.length === 0 ? sorted : sorted.filter((append) => !isPlain(append))
  const groups = rowGroups(changed)
  const needed = new Set<Part>(
    (Object.keys(groups) as (keyof typeof groups)[]).filter((part) => groups[part].length > 0),
  )
  if (changed.some(({ claim }) => claim)) needed.add('claims')
  const { name, text, takesRows } = fullAppend(needed, onTaken, frees)
  const changes = [
    uuidArray(changed.map(({ runId }) => runId)),
    jsonbArray(changed.map(changeOf)),
    uuidArray(plain.map(({ runId }) => runId)),
  ]
  const rows = takesRows ? [JSON.stringify(groups)] : []
  return { name, text, values: [...values, ...changes, ...rows] }
}

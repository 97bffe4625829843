import { limits } from '#core/limits.ts'
import type { Append } from '../commit/append.ts'
import { committing } from '../crash-points.ts'
import { mayHoldRefs, type PayloadTexts } from '../payload/inline-payloads.ts'
import type { NewPayload, ValuePayload } from '../payload/known-payloads.ts'
import { withinPayloadBudget } from '../payload/payload-budget.ts'
import type { PayloadBudget } from '../ports.ts'
import { tuning } from '../tuning.ts'
import { intArray, textArray, uuidArray } from './connection/binary-array.ts'
import type { Queryable } from './connection/connection.ts'

interface PayloadHolder {
  readonly runId: string
  readonly ownerId: string
  readonly payloads?: readonly NewPayload[]
}

/** Half of the time after which an unused payload is removed. */
const lately = `clock_timestamp() - make_interval(secs => ${limits.retention.leftoversMs / 2_000})`

/**
 * The statement stores payloads and renews `kept_at` of old ones, so that the removal of payloads unused for a day sees
 * the new use. A recently kept payload is safe without a write: transactions that store the same payload do not wait
 * for each other. One order of rows avoids deadlocks between transactions that store the same payloads for the first
 * time.
 */
const store = `
with given as (
  select * from unnest($1::uuid[], $2::text[], $3::text[], $4::int[], $5::text[]) as d(run_id, owner_id, sha256, bytes, value)
),
stored as (
  insert into payload (owner_id, sha256, bytes, value)
  select distinct on (owner_id, sha256) owner_id, sha256, bytes, value from given g
   where not exists (
     select from payload p
      where (p.owner_id, p.sha256) = (g.owner_id, g.sha256) and p.kept_at > ${lately})
   order by owner_id, sha256
  on conflict (owner_id, sha256) do update set kept_at = clock_timestamp()
)
insert into payload_use (run_id, owner_id, sha256)
select run_id, owner_id, sha256 from given on conflict do nothing`

/**
 * The use of files by runs, which are kept anew: their new use is committed before the run that has it. A reference to a file that does not exist, or is another owner's, is
 * a value like others.
 */
const useFiles = `
with kept as (
  update payload p set kept_at = clock_timestamp() from unnest($2::text[], $3::text[]) as g(owner_id, sha256)
   where (p.owner_id, p.sha256) = (g.owner_id, g.sha256) and p.is_file and p.kept_at <= ${lately})
insert into payload_use (run_id, owner_id, sha256)
select distinct given.* from unnest($1::uuid[], $2::text[], $3::text[]) as given(run_id, owner_id, sha256)
  join payload p using (owner_id, sha256)
 where p.is_file on conflict do nothing`

/**
 * Stores the large values of runs before the rows that refer to them, by separate statements. A statement may be
 * repeated, and a payload without a referring row is removed with its run, or after a day.
 */
export async function storePayloads(connection: Queryable, holders: readonly PayloadHolder[]): Promise<void> {
  const rows = holders.flatMap(({ runId, ownerId, payloads = [] }) =>
    payloads.map((payload) => ({ runId, ownerId, ...payload })),
  )
  const files = rows.filter(({ text }) => text === null)
  if (files.length > 0) {
    const values = [
      uuidArray(files.map(({ runId }) => runId)),
      textArray(files.map(({ ownerId }) => ownerId)),
      textArray(files.map(({ sha256 }) => sha256)),
    ]
    await committing('store_payloads', () => connection.query({ name: 'use-files', text: useFiles, values }))
  }
  for (const some of inPieces(rows.filter(isValue))) {
    const statement = {
      name: 'store-payloads',
      text: store,
      values: [
        uuidArray(some.map(({ runId }) => runId)),
        textArray(some.map(({ ownerId }) => ownerId)),
        textArray(some.map(({ sha256 }) => sha256)),
        intArray(some.map(({ bytes }) => bytes)),
        textArray(some.map(({ text }) => text)),
      ],
    }
    await committing('store_payloads', () => connection.query(statement))
  }
}

const isValue = <Row extends NewPayload>(row: Row): row is Row & ValuePayload => row.text !== null

/** Splits payloads into pieces that one statement can store within its time-out, of one value at least. */
function* inPieces<Row extends NewPayload>(rows: readonly Row[]): Generator<readonly Row[]> {
  let piece: Row[] = []
  let bytes = 0
  for (const row of rows) {
    if (piece.length > 0 && bytes + row.bytes > tuning.committer.payloadBytesPerStatement) {
      yield piece
      piece = []
      bytes = 0
    }
    piece.push(row)
    bytes += row.bytes
  }
  if (piece.length > 0) yield piece
}

/** The runs of these appends, and their new children. */
export function payloadHoldersOf(appends: readonly Append[]): readonly PayloadHolder[] {
  return appends.flatMap((append) => [append, ...(append.rows?.children ?? [])])
}

interface Referring {
  readonly run_id: string
  readonly snapshot: string | null
  readonly log: string | null
}

const refers = ({ snapshot, log }: Referring) => mayHoldRefs(snapshot) || mayHoldRefs(log)

/** The runs for whose large values there is room. */
export async function runsWithinBudget<Run extends Referring>(
  connection: Queryable,
  runs: readonly Run[],
  room: PayloadBudget | undefined,
): Promise<readonly Run[]> {
  const referring = room ? runs.filter(refers) : []
  if (referring.length === 0) return runs
  const { rows } = await connection.query<{ run_id: string; bytes: number }>({
    name: 'payload-bytes-of-runs',
    text: `
select u.run_id, sum(p.bytes)::float8 as bytes
  from payload_use u join payload p using (owner_id, sha256)
 where u.run_id = any($1::uuid[]) and not p.is_file group by u.run_id`,
    values: [uuidArray(referring.map(({ run_id }) => run_id))],
  })
  const bytes = new Map(rows.map((row) => [row.run_id, row.bytes]))
  return withinPayloadBudget(runs, ({ run_id }) => bytes.get(run_id) ?? 0, room)
}

/** Texts of the large values to which these runs refer, by run and hash. */
export async function payloadsOf(
  connection: Queryable,
  runs: readonly Referring[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const texts = new Map<string, Map<string, string>>()
  const referring = runs.filter(refers)
  if (referring.length === 0) return texts
  const { rows } = await connection.query<{ run_id: string; sha256: string; value: string }>({
    name: 'payloads-of-runs',
    text: `
select u.run_id, u.sha256, p.value
  from payload_use u join payload p using (owner_id, sha256)
 where u.run_id = any($1::uuid[]) and not p.is_file`,
    values: [uuidArray(referring.map(({ run_id }) => run_id))],
  })
  for (const { run_id, sha256, value } of rows) {
    const ofRun = texts.get(run_id) ?? new Map<string, string>()
    texts.set(run_id, ofRun.set(sha256, value))
  }
  return texts
}

/** Texts of some of the large values of a run, by hash. */
export async function payloadsNamed(
  connection: Queryable,
  runId: string,
  sha256s: readonly string[],
): Promise<PayloadTexts> {
  const { rows } = await connection.query<{ sha256: string; value: string }>({
    text: `
select u.sha256, p.value
  from payload_use u join payload p using (owner_id, sha256)
 where u.run_id = $1 and u.sha256 = any($2::text[]) and not p.is_file`,
    values: [runId, sha256s],
  })
  return new Map(rows.map(({ sha256, value }) => [sha256, value]))
}

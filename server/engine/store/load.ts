import type { Json } from '#core/json.ts'
import type { Command } from '#core/run/command.ts'
import type { DrainedMail, EngineIdentity, LoadedRun, Mail, SlotGrant } from '../ports.ts'
import { tuning } from '../tuning.ts'
import { uuidArray } from './connection/binary-array.ts'
import type { Connection } from './connection/connection.ts'
import { payloadsOf } from './payloads.ts'

const { mailAtOnce, mailBytesAtOnce } = tuning

/**
 * The open mail of `p.run_id`, up to the bounds of one read, and whether there may be `more`. The first message is read
 * whatever its length.
 */
const openMail = `
select json_agg(m order by m.id) as mail,
       count(*) = ${mailAtOnce} or sum(octet_length(m.command)) >= ${mailBytesAtOnce} as more
  from (
    select id, operation_id, command, sent_at
      from (
        select b.id::float8 as id, b.operation_id, b.command, (extract(epoch from b.created_at) * 1000)::float8 as sent_at,
               sum(octet_length(b.command)) over (order by b.id rows unbounded preceding) - octet_length(b.command) as before
          from mailbox b
         where b.run_id = p.run_id and b.handled_at is null
         order by b.id limit ${mailAtOnce}) found
     where before < ${mailBytesAtOnce}) m`

/**
 * The data of a run that is taken up, for each row of `picked(run_id)`: its last snapshot, the log after the snapshot
 * and the open mail, all as of one moment. The log rows of a run are joined by commas: they are JSON arrays. `further`:
 * columns of `picked` beside them.
 */
export const loadPicked = (further = ''): string => `
select s.run_id, s.mail_seq::float8 as mail_seq, s.engine_epoch = 0 as handed_back, n.state as snapshot, l.log, m.mail, m.more${further}
  from picked p
  join run_state s on s.run_id = any(array[p.run_id])
  left join snapshot n on n.run_id = any(array[p.run_id])
  left join lateral (
    select string_agg(events, ',' order by seq) as log from run_log
     where run_id = p.run_id and seq > coalesce(n.seq, 0)) l on true
  left join lateral (${openMail}) m on true`

interface MailRow {
  readonly id: number
  readonly operation_id: string | null
  readonly command: string
  readonly sent_at: number
}

export interface LoadedRow {
  readonly run_id: string
  readonly mail_seq: number
  readonly handed_back: boolean
  readonly snapshot: string | null
  readonly log: string | null
  readonly mail: readonly MailRow[] | null
  /** Null where there is none. */
  readonly more: boolean | null
  /** Of a claim under a budget: see `slots/pick-within-budget.ts`. */
  readonly slot?: SlotGrant
  readonly slots?: number
}

/** The runs of these rows, with the large values to which their histories refer. */
export async function loadedRuns(connection: Connection, rows: readonly LoadedRow[]): Promise<readonly LoadedRun[]> {
  const payloads = await payloadsOf(connection, rows)
  return rows.map((row) => loadedRun(row, payloads.get(row.run_id)))
}

function loadedRun(row: LoadedRow, payloads: LoadedRun['payloads']): LoadedRun {
  const mail = row.mail ?? []
  return {
    runId: row.run_id,
    snapshot: row.snapshot === null ? null : (JSON.parse(row.snapshot) as Json),
    log: row.log === null ? '[]' : `[${row.log}]`,
    ...(payloads && { payloads }),
    mail: mail.map((message) => mailOf(row.run_id, message)),
    mailSeq: drainedNumber(row),
    handedBack: row.handed_back,
    ...(row.slot !== undefined && { slot: row.slot }),
  }
}

/**
 * The conditions on the log are scalar subqueries: for `exists`, the planner would go through the first rows of all
 * runs.
 */
const eagerRuns = `
with picked as (
  select s.run_id from run_state s
   where s.engine_id = $1 and s.engine_epoch = $2::bigint
     and (select engine_epoch from run_log where run_id = s.run_id and seq = 1) = $2::bigint
     and (select max(seq) from run_log where run_id = s.run_id) = 1
   limit ${tuning.eagerAtOnce}
)
${loadPicked()}`

/** Runs that were started eagerly for this engine, and for which the engine has written nothing yet. */
export async function loadEagerRuns(connection: Connection, engine: EngineIdentity): Promise<readonly LoadedRun[]> {
  const { rows } = await connection.query<LoadedRow>({
    name: 'load-eager',
    text: eagerRuns,
    values: [engine.id, engine.epoch],
  })
  return loadedRuns(connection, rows)
}

/** Open mail of runs that this engine holds: of `runIds`, or of all when null. */
export async function drain(
  connection: Connection,
  engine: EngineIdentity,
  runIds: readonly string[] | null,
): Promise<DrainedMail> {
  const owner = [engine.id, engine.epoch]
  const { rows } = runIds
    ? await connection.query<DrainedRow>({ name: 'drain-runs', text: drainRuns, values: [...owner, uuidArray(runIds)] })
    : await connection.query<DrainedRow>({ name: 'drain-all', text: drainAll, values: owner })
  const mail: Mail[] = []
  const mailSeqs = new Map<string, number>()
  for (const row of rows) {
    mailSeqs.set(row.run_id, drainedNumber(row))
    for (const message of row.mail ?? []) mail.push(mailOf(row.run_id, message))
  }
  return { mail, mailSeqs }
}

type DrainedRow = Pick<LoadedRow, 'run_id' | 'mail_seq' | 'mail' | 'more'>

const drainPicked = `
select s.run_id, s.mail_seq::float8 as mail_seq, m.mail, m.more
  from picked p
  join run_state s on s.run_id = any(array[p.run_id]) and s.engine_id is not distinct from $1 and s.engine_epoch = $2::bigint
  left join lateral (${openMail}) m on true`

const drainRuns = `with picked as (select unnest($3::uuid[]) as run_id) ${drainPicked}`
const drainAll = `with picked as (select distinct run_id from mailbox where handled_at is null) ${drainPicked}`

/** -1 when more mail is unread: the run is not released before all its mail is drained. */
function drainedNumber({ mail_seq, more }: DrainedRow): number {
  return more ? -1 : mail_seq
}

function mailOf(runId: string, row: MailRow): Mail {
  return {
    id: row.id,
    runId,
    operationId: row.operation_id,
    command: JSON.parse(row.command) as Command,
    sentAt: row.sent_at,
  }
}

import type { Handled } from '../commit/append.ts'
import type { EngineIdentity } from '../ports.ts'
import { uuidArray } from './connection/binary-array.ts'
import type { Connection } from './connection/connection.ts'
import { freeSlots } from './slots/slot-rows.ts'

/**
 * Releases runs whose mail number is still the number that their owner has read. A sender increments the mail number in
 * the transaction of its message: either this statement sees the new number, or the sender sees that no engine holds
 * the run and makes it ready. `frees`: there is a budget, and released runs give their slots back.
 */
export async function release(
  connection: Connection,
  engine: EngineIdentity,
  runs: ReadonlyMap<string, number>,
  frees = false,
): Promise<ReadonlySet<string>> {
  const ids = [...runs.keys()].sort()
  const { rows } = await connection.query<{ run_id: string }>({
    name: frees ? 'release-freeing' : 'release',
    text: frees ? releaseFreeing : releaseRuns,
    values: [engine.id, engine.epoch, uuidArray(ids), ids.map((id) => runs.get(id))],
  })
  return new Set(rows.map((row) => row.run_id))
}

const releaseRuns = `
update run_state s set engine_id = null
  from (select s.run_id, d.mail_seq from unnest($3::uuid[], $4::bigint[]) as d(run_id, mail_seq)
          join run_state s on s.run_id = any(array[d.run_id])
         order by s.run_id for update of s) d
 where s.run_id = any(array[d.run_id]) and s.mail_seq = d.mail_seq and s.engine_id is not distinct from $1 and s.engine_epoch = $2::bigint
returning s.run_id`

const releaseFreeing = `
with released as (${releaseRuns}),
${freeSlots('select run_id from released')}
select run_id from released`

/** Answers mail of a run in which nothing changed. The lock on the run's row keeps a stale owner from answering. */
export async function reply(
  connection: Connection,
  engine: EngineIdentity,
  runId: string,
  handled: readonly Handled[],
): Promise<boolean> {
  const { rows } = await connection.query<{ held: boolean }>({
    name: 'reply',
    text: `
with held as (
  select run_id from run_state where run_id = $1 and engine_id = $2 and engine_epoch = $3::bigint for update
),
letters as (
  select r.* from jsonb_to_recordset($4::jsonb) as r(mail_id bigint, reply jsonb) where exists (select from held)
),
answered as (
  update mailbox m set reply = l.reply, handled_at = clock_timestamp()
    from letters l where m.id = any(array[l.mail_id]) and l.reply is not null
),
removed as (
  delete from mailbox m using letters l where m.id = any(array[l.mail_id]) and l.reply is null
)
select exists (select from held) as held`,
    values: [
      runId,
      engine.id,
      engine.epoch,
      JSON.stringify(handled.map(({ mailId, reply }) => ({ mail_id: mailId, reply }))),
    ],
  })
  return rows[0]?.held ?? false
}

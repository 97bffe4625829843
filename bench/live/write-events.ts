import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

export interface Written {
  readonly runId: string
  readonly seq: number
  /** When it was sent to the database, by the clock of the machine. */
  readonly at: number
}

export interface Writing {
  readonly perSecond: number
  readonly forMs: number
  /** What each event says; a long one makes large events. */
  readonly note?: string
}

const tickMs = 20

/**
 * Appends events as engines do, a flush at a time, at a steady rate: the runs take turns, and each event has its number as the
 * name of the step that its run is at.
 */
export async function writeEvents(
  pool: Pool,
  runIds: readonly string[],
  { perSecond, forMs, note = 'event' }: Writing,
): Promise<readonly Written[]> {
  const { rows } = await pool.query<{ run_id: string; seq: number }>(
    'select run_id, seq from run_progress where run_id = any($1::uuid[])',
    [runIds],
  )
  const last = new Map(rows.map(({ run_id, seq }) => [run_id, seq]))
  const written: Written[] = []
  const beganAt = Date.now()
  let turn = 0
  for (let at = beganAt; at < beganAt + forMs; at = Date.now()) {
    const owed = Math.floor(((at - beganAt) * perSecond) / 1_000) - written.length
    const batches = new Map<string, number[]>()
    for (let event = 0; event < owed; event += 1) {
      const runId = runIds[turn % runIds.length] ?? ''
      turn += 1
      const seq = (last.get(runId) ?? 0) + 1
      last.set(runId, seq)
      batches.set(runId, [...(batches.get(runId) ?? []), seq])
      written.push({ runId, seq, at })
    }
    if (batches.size > 0) await flush(pool, batches, at, note)
    await sleep(Math.max(0, at + tickMs - Date.now()))
  }
  return written
}

async function flush(
  pool: Pool,
  batches: ReadonlyMap<string, readonly number[]>,
  at: number,
  note: string,
): Promise<void> {
  const rows = [...batches].map(([run_id, seqs]) => ({
    run_id,
    seq: seqs[0],
    append_id: randomUUID(),
    last_seq: seqs.at(-1),
    step: `Event_${seqs.at(-1)}_`,
    events: JSON.stringify(seqs.map((seq) => progress(seq, at, note))),
  }))
  await pool.query(
    `insert into run_log (run_id, seq, engine_epoch, append_id, events, at, last_seq, current_steps, xid)
     select run_id, seq, 0, append_id, events, clock_timestamp(), last_seq, array[step], pg_current_xact_id()::text::bigint
       from jsonb_to_recordset($1::jsonb)
         as e(run_id uuid, seq int, append_id uuid, events text, last_seq int, step text)`,
    [JSON.stringify(rows)],
  )
  await pool.query("notify heddle_log, ''")
}

const progress = (seq: number, at: number, note: string) => ({
  seq,
  at,
  type: 'workflow.node.progress',
  step: 'Work',
  iteration: 1,
  attempt: 1,
  payload: { note: `${note} ${seq}` },
})

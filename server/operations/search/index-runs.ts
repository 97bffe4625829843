import type { Pool } from 'pg'
import { messageOf } from '#core/message-of.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { fromSnapshot, initialState, type RunState } from '#core/run/state.ts'
import { entryOf, keepEntries } from './entries.ts'
import { countUnreadable } from './run-counts.ts'

/**
 * Makes the index entries of these runs from their histories, and skips runs whose entry is up to date. Resolves with
 * error messages: an unreadable history keeps only its own run out of the index.
 *
 * The plan is made once, maybe while the tables are still small: `= any(array[…])` forces a lookup per run, where an
 * equality would make the planner read all runs, every time.
 */
export async function indexRuns(pool: Pool, runIds: readonly string[]): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string; owner_id: string; snapshot: string | null; log: string | null }>({
    name: 'runs-to-index',
    text: `select r.id, r.owner_id, n.state as snapshot,
            (select string_agg(events, ',' order by seq) from run_log where run_id = r.id and seq > coalesce(n.seq, 0)) as log
       from unnest($1::uuid[]) as changed(id)
       join run r on r.id = any(array[changed.id])
       left join snapshot n on n.run_id = any(array[changed.id])
       left join run_search e on e.run_id = any(array[changed.id])
      where coalesce(e.numbers, 0) = 0 or e.seq < (select last_seq from run_log where run_id = r.id order by seq desc limit 1)`,
    values: [runIds],
  })
  const notes: string[] = []
  const unreadable: string[] = []
  const entries = rows.flatMap((row) => {
    try {
      return [entryOf(row.id, row.owner_id, stateOf(row.snapshot, row.log))]
    } catch (error) {
      notes.push(`run ${row.id} cannot be read: ${messageOf(error)}`)
      unreadable.push(row.id)
      return []
    }
  })
  if (unreadable.length > 0) await countUnreadable(pool, unreadable)
  return [...notes, ...(await keepEntries(pool, entries))]
}

function stateOf(snapshot: string | null, log: string | null): RunState {
  const start = snapshot === null ? initialState() : fromSnapshot(JSON.parse(snapshot) as RunState)
  return fold(start, log === null ? [] : (JSON.parse(`[${log}]`) as RunEvent[][]).flat())
}

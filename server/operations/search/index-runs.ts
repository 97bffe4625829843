import type { Pool } from 'pg'
import { messageOf } from '#core/message-of.ts'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import { fingerprintOf } from '#core/run/fingerprint.ts'
import { searchable } from '#core/run/searchable.ts'
import { fromSnapshot, initialState, type RunState } from '#core/run/state.ts'
import { runError, viewsOf } from '#core/run/views.ts'

/*
 * Plans are made once, while the tables may still be small: `= any(array[…])` allows no join but a look-up of each run, where
 * an equality had the planner go through all runs, every time.
 */

/**
 * Makes the entries of these runs from their histories; one that was made from
 * a longer history stays. A short run is met where it begins and again where it ends, with its whole history
 * both times: one whose entry says it all is not read again. Resolves with what could not be made, in words: a history that
 * cannot be read keeps its run out of the index, and no other.
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
      where coalesce(e.seq, 0) < (select last_seq from run_log where run_id = r.id order by seq desc limit 1)`,
    values: [runIds],
  })
  const notes: string[] = []
  const entries = rows.flatMap((row) => {
    try {
      return [entryOf(row.id, row.owner_id, stateOf(row.snapshot, row.log))]
    } catch (error) {
      notes.push(`run ${row.id} cannot be read: ${messageOf(error)}`)
      return []
    }
  })
  return [...notes, ...(await keep(pool, entries))]
}

type Entry = ReturnType<typeof entryOf>

/** Keeps the entries; one that the database cannot hold is left out and told, so that it keeps no other from its place. */
async function keep(pool: Pool, entries: readonly Entry[]): Promise<readonly string[]> {
  try {
    await pool.query({ name: 'index-runs', text: upsert, values: [JSON.stringify(entries)] })
    return []
  } catch (error) {
    if (!isAboutData(error)) throw error
    const [first] = entries
    if (entries.length === 1 && first) return [`run ${first.run_id} cannot be indexed: ${error.message}`]
    const notes: string[] = []
    for (const entry of entries) notes.push(...(await keep(pool, [entry])))
    return notes
  }
}

/** SQLSTATE class 22: what was sent cannot be a value of the column. */
function isAboutData(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')
}

const upsert = `
insert into run_search (run_id, owner_id, seq, input, state, fingerprint, failure)
select e.* from json_to_recordset($1)
  as e(run_id uuid, owner_id text, seq int, input jsonb, state jsonb, fingerprint text, failure text)
  join run r on r.id = any(array[e.run_id])
on conflict (run_id) do update set (seq, input, state, fingerprint, failure) =
  (excluded.seq, excluded.input, excluded.state, excluded.fingerprint, excluded.failure)
where run_search.seq < excluded.seq`

function stateOf(snapshot: string | null, log: string | null): RunState {
  const start = snapshot === null ? initialState() : fromSnapshot(JSON.parse(snapshot) as RunState)
  return fold(start, log === null ? [] : (JSON.parse(`[${log}]`) as RunEvent[][]).flat())
}

function entryOf(runId: string, ownerId: string, state: RunState) {
  // One with whose results another run goes on is dealt with.
  const isFailed = viewsOf(state).status.startsWith('FAILED') && state.continuedBy === undefined
  const error = isFailed ? runError(state) : null
  const fingerprint = error && fingerprintOf(state.header.workflow, error)
  return {
    run_id: runId,
    owner_id: ownerId,
    seq: state.seq,
    input: searchable(state.header.input),
    state: searchable(state.data),
    fingerprint: fingerprint?.id ?? null,
    failure: fingerprint?.shape ?? null,
  }
}

import type { Pool } from 'pg'
import { fingerprintOf } from '#core/run/fingerprint.ts'
import { searchable } from '#core/run/searchable.ts'
import type { RunState } from '#core/run/state.ts'
import { runError, viewsOf } from '#core/run/views.ts'

/** What the index of runs (`run_search`) says of a run, as it stands: its row, as JSON. */
export interface Entry {
  readonly runId: string
  readonly row: string
}

export function entryOf(runId: string, ownerId: string, state: RunState): Entry {
  // One with whose results another run goes on is dealt with.
  const isFailed = viewsOf(state).status.startsWith('FAILED') && state.continuedBy === undefined
  const error = isFailed ? runError(state) : null
  const fingerprint = error && fingerprintOf(state.header.workflow, error)
  const row = {
    run_id: runId,
    owner_id: ownerId,
    seq: state.seq,
    input: searchable(state.header.input),
    state: searchable(state.data),
    fingerprint: fingerprint?.id ?? null,
    failure: fingerprint?.shape ?? null,
  }
  return { runId, row: JSON.stringify(row) }
}

/**
 * Keeps entries; where there is one that was made from a longer history, that one stays. One that the database cannot hold is
 * left out and told, in words, so that it keeps no other from its place. So is, untold, one that was made from a history of which the
 * database has lost the end.
 */
export async function keepEntries(pool: Pool, entries: readonly Entry[]): Promise<readonly string[]> {
  try {
    await pool.query({ name: 'index-runs', text: upsert, values: [`[${entries.map(({ row }) => row).join(',')}]`] })
    return []
  } catch (error) {
    if (!isAboutData(error)) throw error
    const [first] = entries
    if (entries.length === 1 && first) return [`run ${first.runId} cannot be indexed: ${error.message}`]
    const notes: string[] = []
    for (const entry of entries) notes.push(...(await keepEntries(pool, [entry])))
    return notes
  }
}

/** SQLSTATE class 22: what was sent cannot be a value of the column. */
function isAboutData(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')
}

/** `any(array[…])` allows no join but a look-up of each run, by a plan that is made once, while the tables may still be small. */
const upsert = `
insert into run_search (run_id, owner_id, seq, input, state, fingerprint, failure)
select e.* from json_to_recordset($1)
  as e(run_id uuid, owner_id text, seq int, input jsonb, state jsonb, fingerprint text, failure text)
  join run r on r.id = any(array[e.run_id])
 where e.seq <= (select coalesce(l.last_seq, e.seq) from run_log l where l.run_id = e.run_id order by l.seq desc limit 1)
 order by e.run_id
on conflict (run_id) do update set (seq, input, state, fingerprint, failure) =
  (excluded.seq, excluded.input, excluded.state, excluded.fingerprint, excluded.failure)
where run_search.seq < excluded.seq`

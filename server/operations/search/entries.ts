import type { Pool } from 'pg'
import { fingerprintOf } from '#core/run/search/fingerprint.ts'
import { searchWords } from '#core/run/search/search-words.ts'
import { searchable } from '#core/run/search/searchable.ts'
import { numbersWithin } from '#core/run/search/searchable-numbers.ts'
import type { RunState } from '#core/run/state.ts'
import { runError } from '#core/run/views/status.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import { countChanges } from '#server/runs/removal/count-changes.ts'
import { DURATION, numberKey, OPEN_SINCE, severalKey } from '../../number-key.ts'
import { bytesBetween } from './history-bytes.ts'
import { countUnreadable } from './run-counts.ts'

/** An entry of the index of runs (`run_search`): its row, as JSON. */
export interface Entry {
  readonly runId: string
  readonly row: string
}

export function entryOf(runId: string, ownerId: string, state: RunState): Entry {
  // A failed run that another run continues needs no attention any more.
  const isFailed = viewsOf(state).status.startsWith('FAILED') && state.continuedBy === undefined
  const error = isFailed ? runError(state) : null
  const fingerprint = error && fingerprintOf(state.header.workflow, error)
  const { tags, workflow_id: workflowId } = state.header
  const input = searchable(state.header.input)
  const data = searchable(state.data)
  const { numbers, more } = numbersWithin([input, data])
  const row = {
    run_id: runId,
    owner_id: ownerId,
    seq: state.seq,
    input,
    state: data,
    numbers: more ? 2 : 1,
    found: numbers.flatMap(({ path, values }) => [
      ...values.map((value) => [numberKey(path), value]),
      ...(values.length > 1 ? [[severalKey(path), 0]] : []),
    ]),
    fingerprint: fingerprint?.id ?? null,
    failure: fingerprint?.shape ?? null,
    words: searchWords(input, workflowId === undefined ? tags : [...tags, workflowId]),
  }
  return { runId, row: JSON.stringify(row) }
}

/**
 * Writes entries; an existing entry made from a longer history stays. An entry that the database cannot hold is left
 * out and reported in words, so that the other entries are still written. An entry made from a history whose end the
 * database has lost is left out silently.
 */
export async function keepEntries(pool: Pool, entries: readonly Entry[]): Promise<readonly string[]> {
  try {
    await pool.query({ name: 'index-runs', text: upsert, values: [`[${entries.map(({ row }) => row).join(',')}]`] })
    return []
  } catch (error) {
    if (!isAboutData(error)) throw error
    const [first] = entries
    if (entries.length === 1 && first) {
      await countUnreadable(pool, [first.runId])
      return [`run ${first.runId} cannot be indexed: ${error.message}`]
    }
    const notes: string[] = []
    for (const entry of entries) notes.push(...(await keepEntries(pool, [entry])))
    return notes
  }
}

/** SQLSTATE class 22: the value does not fit the column. */
function isAboutData(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('22')
}

/**
 * Writes entries, their numbers and the counts of ended runs, in one statement. The runs are locked, in the order of
 * their ids: a run that is removed meanwhile drops out, and its values with it. `any(array[…])` forces a lookup per run
 * instead of a join: the plan is made once, maybe while the tables are still small. Unchanged numbers are not written
 * again.
 */
const upsert = `
with entry as materialized (
  select e.*, r.workflow, case when s.ended_at is not null then s.status end as counted,
         case when s.child or r.version < 0 then '' else r.workflow end as total_of from json_to_recordset($1)
    as e(run_id uuid, owner_id text, seq int, input jsonb, state jsonb, fingerprint text, failure text, numbers smallint, found json, words text[])
    join run r on r.id = any(array[e.run_id]) left join run_state s on s.run_id = any(array[e.run_id])
   where e.seq <= (select coalesce(l.last_seq, e.seq) from run_log l where l.run_id = e.run_id order by l.seq desc limit 1)
   order by e.run_id for key share of r),
kept as materialized (
  insert into run_search (run_id, owner_id, seq, input, state, fingerprint, failure, numbers, counted, total_of, words, bytes)
  select run_id, owner_id, seq, input, state, fingerprint, failure, coalesce(numbers, 0), counted, total_of, array_to_tsvector(words),
         ${bytesBetween('entry.run_id', '0', 'entry.seq')}
    from entry order by run_id
  on conflict (run_id) do update set (seq, input, state, fingerprint, failure, numbers, words, counted, total_of, bytes) =
    (excluded.seq, excluded.input, excluded.state, excluded.fingerprint, excluded.failure, excluded.numbers, excluded.words,
     excluded.counted, excluded.total_of,
     run_search.bytes + ${bytesBetween('run_search.run_id', 'run_search.seq', 'excluded.seq')})
  where run_search.seq < excluded.seq or (run_search.seq = excluded.seq and run_search.numbers = 0)
  returning new.run_id, new.owner_id, old.counted as counted_before, new.counted),
counts as (${countChanges('select counted as status, 1 as runs from kept union all select counted_before, -1 from kept')}),
wanted as materialized (
  select k.run_id, k.owner_id, e.workflow, (f.pair->>0)::bigint as key, (f.pair->>1)::float8 as number
    from kept k join entry e on e.run_id = k.run_id cross join json_array_elements(e.found) f(pair)
   union all
  select k.run_id, k.owner_id, r.workflow, case when s.ended_at is null then ${OPEN_SINCE} else ${DURATION} end,
         extract(epoch from case when s.ended_at is null then coalesce(s.started_at, r.created_at) - timestamptz 'epoch'
                            else s.ended_at - coalesce(s.started_at, s.ended_at) end)::float8 * 1000
    from kept k join run_state s on s.run_id = any(array[k.run_id]) join run r on r.id = any(array[k.run_id])),
gone as (
  delete from run_number n using kept k
   where n.run_id = any(array[k.run_id])
     and not exists (select from wanted w where (w.run_id, w.key, w.number) = (n.run_id, n.key, n.number)))
insert into run_number (run_id, owner_id, workflow, key, number)
select run_id, owner_id, workflow, key, number from wanted order by run_id, key
on conflict do nothing`

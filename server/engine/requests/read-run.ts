import type { Pool } from 'pg'
import type { RunEvent } from '#core/run/event.ts'
import { fold } from '#core/run/evolve.ts'
import type { WithRefs } from '#core/run/payload/payload-ref.ts'
import { fromSnapshot, initialState, type RunState } from '#core/run/state.ts'
import { openPayloads } from '../payload/inline-payloads.ts'
import { payloadsOf } from '../store/payloads.ts'

/** The state of a run; null when there is no such run. See `readRunStates`. */
export async function readRunState(pool: Pool, runId: string, large: Large): Promise<RunState | null> {
  return (await readRunStates(pool, [runId], large)).get(runId) ?? null
}

/** Large values in a state are `whole`, or `refs`: references, for a caller that only shows the state. */
type Large = 'whole' | 'refs'

interface ShownState {
  /** The state with references for its large values. */
  readonly shown: RunState
  /** The state with its large values, for decisions; this reads only the large values from the database. */
  whole(): Promise<RunState>
}

/** The state of a run as it is shown; null when there is no such run. */
export async function readShownState(pool: Pool, runId: string): Promise<ShownState | null> {
  const [row] = await readRow(pool, runId)
  if (row === undefined) return null
  return {
    shown: stateOf(row, withoutPlaces),
    whole: async () => stateOf(row, openPayloads((await payloadsOf(pool, [row])).get(runId)).inline),
  }
}

/** The states of runs, folded from their histories (from the last snapshot on), by run. */
export async function readRunStates(
  pool: Pool,
  runIds: readonly string[],
  large: Large,
): Promise<ReadonlyMap<string, RunState>> {
  const rows = await readRows(pool, runIds)
  const payloads = large === 'whole' ? await payloadsOf(pool, rows) : null
  return new Map(
    rows.map((row) => [
      row.run_id,
      stateOf(row, payloads ? openPayloads(payloads.get(row.run_id)).inline : withoutPlaces),
    ]),
  )
}

interface Row {
  readonly run_id: string
  readonly snapshot: string | null
  readonly log: string | null
}

const rowQuery = `
select r.id as run_id, n.state as snapshot,
       (select string_agg(events, ',' order by seq) from run_log where run_id = r.id and seq > coalesce(n.seq, 0)) as log
  from run r left join snapshot n on n.run_id = r.id`

/** A statement of its own: the planner keeps no plan for a list, whose length decides. */
async function readRow(pool: Pool, runId: string): Promise<readonly Row[]> {
  const { rows } = await pool.query<Row>({
    name: 'read-run-state',
    text: `${rowQuery} where r.id = $1`,
    values: [runId],
  })
  return rows
}

async function readRows(pool: Pool, runIds: readonly string[]): Promise<readonly Row[]> {
  const { rows } = await pool.query<Row>({
    name: 'read-run-states',
    text: `${rowQuery} where r.id = any($1::uuid[])`,
    values: [runIds],
  })
  return rows
}

function stateOf(
  { snapshot, log }: Row,
  toPresent: <Whole extends object>(whole: Whole & WithRefs) => Whole,
): RunState {
  const start = snapshot === null ? initialState() : fromSnapshot(toPresent(JSON.parse(snapshot) as RunState))
  return fold(start, eventsOf(log).map(toPresent))
}

/** Removes the list of paths; the references stay in place. */
function withoutPlaces<Whole extends object>({ refs, ...whole }: Whole & WithRefs): Whole {
  return whole as unknown as Whole
}

function eventsOf(log: string | null): readonly RunEvent[] {
  return log === null ? [] : (JSON.parse(`[${log}]`) as RunEvent[][]).flat()
}

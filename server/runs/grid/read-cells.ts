import type { Pool } from 'pg'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { limits } from '#core/limits.ts'
import { cellOfStep } from '#core/run/display-status.ts'
import { readRunStates } from '../../engine/requests/read-run.ts'
import type { CellCache } from './cell-cache.ts'
import type { RunCells } from './cells.ts'

/** A run whose cells are requested, with its last event. */
export interface AskedRun {
  readonly id: string
  readonly seq: number
  readonly executable: ExecutableDefinition
}

/**
 * The cells of runs, with priority for the runs named first. A run that has not changed since its last read comes from
 * the cache; of the other runs, one call reads only a bounded amount. The next call reads the missing ones.
 */
export async function readCells(
  pool: Pool,
  cache: CellCache,
  runs: readonly AskedRun[],
): Promise<ReadonlyMap<string, RunCells>> {
  const cells = new Map<string, RunCells>()
  const unread: AskedRun[] = []
  for (const run of runs) {
    const known = cache.find(run.id, run.seq)
    if (known === undefined) unread.push(run)
    else cells.set(run.id, known)
  }
  if (unread.length === 0) return cells
  const sizes = await sizesOf(pool, unread)
  const chosen: AskedRun[] = []
  let bytes = 0
  for (const run of unread) {
    const size = sizes.get(run.id) ?? 0
    if (size > limits.grid.runBytes) {
      cache.set(run.id, run.seq, 'too_long')
      cells.set(run.id, 'too_long')
    } else if (bytes + size <= limits.grid.readBytes) {
      bytes += size
      chosen.push(run)
    }
  }
  const ids = chosen.map(({ id }) => id)
  const states = await readRunStates(pool, ids, 'refs')
  for (const { id, executable } of chosen) {
    const state = states.get(id)
    if (state === undefined) continue
    const read = new Map(
      [...executable.steps, ...executable.repeated].map(({ name }) => [name, cellOfStep(executable, state, name)]),
    )
    cache.set(id, state.seq, read)
    cells.set(id, read)
  }
  return cells
}

/**
 * The bytes to read per run: its last snapshot and the log after it. The database knows the sizes without reading the
 * values.
 */
async function sizesOf(pool: Pool, runs: readonly AskedRun[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await pool.query<{ id: string; bytes: number }>(
    `select a.id, coalesce(octet_length(n.state), 0)
                + coalesce((select sum(octet_length(l.events)) from run_log l
                             where l.run_id = a.id and l.seq > coalesce(n.seq, 0)), 0)::float8 as bytes
       from unnest($1::uuid[]) a(id) left join snapshot n on n.run_id = a.id`,
    [runs.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, bytes }) => [id, bytes]))
}

import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { limits } from '#core/limits.ts'
import type { StepCell } from '#core/run/display-status.ts'
import type { HumanWaits } from '#core/run/words.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import { runConditions } from '../list/run-conditions.ts'
import type { RunFilter } from '../list/run-filter.ts'
import type { GridRun, GridStep, RunGrid } from '../models.ts'
import type { CellCache } from './cell-cache.ts'
import { readCells } from './read-cells.ts'

export interface GridQuery extends RunFilter {
  readonly workflow: string
}

interface GridRow {
  readonly id: string
  readonly owner_id: string
  readonly version: number
  readonly status: string
  readonly human_wait: HumanWaits | null
  readonly created_at: Date
  readonly started_at: Date | null
  readonly ended_at: Date | null
  readonly seq: number
}

/**
 * The grid of steps and runs: the standing of each step in each of the last runs that the filter finds. Rows are the
 * steps of the newest version in their order, followed by steps that only other versions of these runs have.
 */
export async function getRunGrid(
  { pool, engine: { definitions } }: Stores,
  cells: CellCache,
  actor: Actor,
  query: GridQuery,
): Promise<RunGrid> {
  const rows = await lastRuns({ pool }, actor, query)
  // The owner of the workflow comes from its runs: another owner may have a workflow with an equal name.
  const [newest] = rows
  const latest = await definitions.latest(newest?.owner_id ?? actor.ownerId, query.workflow)
  const own = new Map<string, ExecutableDefinition>()
  for (const { owner_id: ownerId, version } of rows) {
    const key = keyOf({ owner_id: ownerId, version })
    if (own.has(key)) continue
    const found = await definitions.find(ownerId, query.workflow, version)
    if (found) own.set(key, found.executable)
  }
  const steps = stepsOf(latest?.executable, [...own.values()])
  const columns = rows.slice(0, Math.max(1, Math.floor(limits.grid.cells / Math.max(1, steps.length))))
  const asked = columns.flatMap(({ id, seq, ...row }) => {
    const executable = own.get(keyOf(row))
    return executable ? [{ id, seq, executable }] : []
  })
  const read = await readCells(pool, cells, asked)
  return {
    version: latest?.version ?? null,
    steps,
    runs: columns.map((row): GridRun => {
      const known = read.get(row.id)
      return {
        runId: row.id,
        version: row.version,
        status: row.status,
        humanWait: row.human_wait,
        createdAt: row.created_at.toISOString(),
        startedAt: row.started_at?.toISOString() ?? null,
        endedAt: row.ended_at?.toISOString() ?? null,
        tooLong: known === 'too_long',
        cells: known === undefined || known === 'too_long' ? null : cellsIn(steps, known),
      }
    }),
  }
}

const keyOf = ({ owner_id: ownerId, version }: Pick<GridRow, 'owner_id' | 'version'>) => `${version} ${ownerId}`

/** The last runs, newest first. A run with several variants has other steps; each variant is a run of its own. */
async function lastRuns({ pool }: Pick<Stores, 'pool'>, actor: Actor, filter: GridQuery): Promise<readonly GridRow[]> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const conditions = runConditions(actor, filter, bind)
  const { rows } = await pool.query<GridRow>(
    `with page as materialized (
       select r.id from own_run r join own_run_state s on s.run_id = r.id
        where ${conditions} and r.variants is null order by r.id desc limit ${bind(limits.grid.runs)})
     select r.id, r.owner_id, r.version, s.status, s.human_wait, r.created_at, s.started_at, s.ended_at, p.seq
       from page join own_run r on r.id = page.id join own_run_state s on s.run_id = r.id join own_run_progress p on p.run_id = r.id
      order by r.id desc`,
    values,
  )
  return rows
}

/** The steps of the newest version, followed by steps of other versions that the newest one lacks. */
function stepsOf(
  latest: ExecutableDefinition | undefined,
  others: readonly ExecutableDefinition[],
): readonly GridStep[] {
  const steps = new Map<string, GridStep>()
  for (const [isGone, each] of [[false, latest] as const, ...others.map((other) => [true, other] as const)]) {
    for (const { name, type } of [...(each?.steps ?? []), ...(each?.repeated ?? [])]) {
      if (!steps.has(name)) steps.set(name, { name, type, depth: each?.around(name).length ?? 0, gone: isGone })
    }
  }
  return [...steps.values()]
}

/** The cells of a run; null where its version has no such step. */
function cellsIn(steps: readonly GridStep[], cells: ReadonlyMap<string, StepCell>): readonly (StepCell | null)[] {
  return steps.map(({ name }) => cells.get(name) ?? null)
}

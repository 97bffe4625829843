import type { Pool } from 'pg'
import type { ProcessFacts } from './process-facts.ts'
import { fleetTuning } from './tuning.ts'

/**
 * Writes the row of a process with its warnings, removes rows of processes that are gone, and returns the other living
 * ones.
 */
export async function renewProcess(
  pool: Pool,
  own: ProcessFacts,
  warnings: readonly string[] = [],
): Promise<readonly ProcessFacts[]> {
  const { rows } = await pool.query<ProcessFacts>(
    `with gone as (delete from fleet_process where expires_at < clock_timestamp() and id <> $1),
own as (
  insert into fleet_process (id, kind, host, pid, version, speaks, functions, settings, expires_at, warnings)
  values ($1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp() + make_interval(secs => $9::float8 / 1000), $11)
  on conflict (id) do update
     set (kind, host, pid, version, speaks, functions, settings, expires_at, warnings) =
         (excluded.kind, excluded.host, excluded.pid, excluded.version, excluded.speaks, excluded.functions,
          excluded.settings, excluded.expires_at, excluded.warnings)
)
select id, kind, host, pid, version, speaks, functions, settings
  from fleet_process where expires_at > clock_timestamp() and id <> $1 order by id limit $10`,
    [
      own.id,
      own.kind,
      own.host,
      own.pid,
      own.version,
      own.speaks,
      own.functions,
      JSON.stringify(own.settings),
      fleetTuning.goneMs,
      fleetTuning.mostOthers,
      warnings,
    ],
  )
  return rows
}

export async function removeProcess(pool: Pool, id: string): Promise<void> {
  await pool.query('delete from fleet_process where id = $1', [id])
}

import { unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { PoolClient } from 'pg'
import type { ExportedLine } from '../retention/export-file.ts'

/** The exported runs, which are about to be removed, in the index of the archive. */
export async function keepInIndex(client: PoolClient, lines: readonly ExportedLine[]): Promise<void> {
  const ids = lines.map(({ runId }) => runId)
  await client.query(
    `select make_archive_month(month) from (
       select distinct date_trunc('month', uuid_extract_timestamp(id), 'UTC') as month from unnest($1::uuid[]) id) m
      where month is not null`,
    [ids],
  )
  await client.query(
    `insert into archived_run (run_id, owner_id, root_run_id, parent_run_id, workflow, version, status, created_at, ended_at, file, place)
     select r.id, r.owner_id, r.root_run_id, r.parent_run_id, r.workflow, r.version, s.status, r.created_at, s.ended_at, l.file, l.place
       from unnest($1::uuid[], $2::text[], $3::bigint[]) as l(id, file, place)
       join run r on r.id = any(array[l.id]) join run_state s on s.run_id = any(array[l.id])
     on conflict (run_id) do update set (status, ended_at, file, place) = (excluded.status, excluded.ended_at, excluded.file, excluded.place)`,
    [ids, lines.map(({ file }) => file), lines.map(({ place }) => place)],
  )
}

/** Whether a statement found a table in use for longer than it waits. It is done later: whoever waits holds up all others. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === '55P03'

/**
 * Removes the months of the archive that ended before its own retention, with the files in which nothing else is. Files go
 * after the commit: one that a crash leaves behind is named by no row.
 */
export async function removeOldMonths(
  client: PoolClient,
  {
    folder,
    olderThanDays,
    log,
  }: { readonly folder: string; readonly olderThanDays: number; readonly log: (line: string) => void },
): Promise<number> {
  const { rows } = await client
    .query<{ file: string }>('select drop_archive_months(now() - make_interval(secs => $1::float8 * 86400)) as file', [
      olderThanDays,
    ])
    .catch((error: unknown) => {
      if (isLockTimeout(error)) return { rows: [] }
      throw error
    })
  const files = [...new Set(rows.map(({ file }) => file))]
  const { rows: kept } = await client.query<{ file: string }>(
    'select distinct file from archived_run where file = any($1::text[])',
    [files],
  )
  const gone = files.filter((file) => !kept.some((each) => each.file === file))
  for (const file of gone)
    await unlink(join(folder, file)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT')
        log(`the file ${file} of the archive has no runs any more and stays: ${error.message}. Remove it by hand`)
    })
  return gone.length
}

import type { PoolClient } from 'pg'
import { countChanges } from '#server/runs/removal/count-changes.ts'
import { deletionOfRuns } from '#server/runs/removal/delete-runs.ts'
import { committing } from '../../engine/crash-points.ts'
import type { ExportFolder } from './export-file.ts'
import { exportLines } from './export-lines.ts'

/** The position of a pass in the order in which runs ended. */
export interface PassCursor {
  readonly endedAt: string
  readonly runId: string
}

export interface Removed {
  readonly runs: number
  /** Null: no older run remains. */
  readonly next: PassCursor | null
}

export const fromTheOldest: PassCursor = { endedAt: '-infinity', runId: '00000000-0000-0000-0000-000000000000' }

/**
 * One batch in one transaction: of the next `limit` runs that ended more than `olderThanDays` days ago, the roots with
 * all their descendants. A tree stays whole while any of its runs is open, ended later, has a pending command, or an event that waits for a webhook. A
 * rerun of a run that still exists stays too: a repeated rerun request is then answered with that rerun and makes no
 * other. Exported data is on the disk before anything is deleted. When the deletion does not complete, the same runs
 * are exported again.
 */
export async function removeTrees(
  client: PoolClient,
  {
    olderThanDays,
    after,
    limit,
    exportTo,
  }: {
    readonly olderThanDays: number
    readonly after: PassCursor
    readonly limit: number
    readonly exportTo: ExportFolder | null
  },
): Promise<Removed> {
  // Every table is read by index, even where the planner has no statistics. The commit is asynchronous: after a crash
  // the same runs are removed again, and the commits of runs need not share the disk with it.
  await client.query('begin; set local enable_seqscan = off; set local synchronous_commit = off')
  try {
    const { rows: old } = await client.query<{ run_id: string; ended: string }>(
      `select run_id, ended_at::text as ended from run_state
        where ended_at < now() - make_interval(secs => $1::float8 * 86400) and (ended_at, run_id) > ($2::timestamptz, $3::uuid)
        order by ended_at, run_id limit $4`,
      [olderThanDays, after.endedAt, after.runId, limit],
    )
    const runIds = await lockTrees(
      client,
      old.map(({ run_id }) => run_id),
      olderThanDays,
    )
    if (runIds.length > 0) {
      if (exportTo) await exportTo.append(exportLines(client, runIds))
      await client.query(deletion, [runIds])
    }
    await committing('remove_runs', () => client.query('commit'))
    const last = old.at(-1)
    const next = last && old.length === limit ? { endedAt: last.ended, runId: last.run_id } : null
    return { runs: runIds.length, next }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/**
 * The runs of all removable trees, locked in the common lock order of runs. Runs that another transaction has locked
 * are skipped.
 */
async function lockTrees(client: PoolClient, candidates: readonly string[], olderThanDays: number): Promise<string[]> {
  const { rows: members } = await client.query<{ id: string }>(
    `select m.id from run r join run m on m.root_run_id = r.id where r.id = any($1::uuid[]) and r.parent_run_id is null`,
    [candidates],
  )
  if (members.length === 0) return []
  const { rows: locked } = await client.query<{ run_id: string }>(
    `select run_id from run_state where run_id = any($1::uuid[]) order by run_id for update skip locked`,
    [members.map(({ id }) => id)],
  )
  // A separate statement, which sees everything that was committed before the locks.
  const { rows } = await client.query<Tree>(
    `select array_agg(r.id::text) as ids, coalesce(array_agg(o.id::text) filter (where o.id is not null), '{}') as again
       from run r left join run o on o.id = r.rerun_of join run_state s on s.run_id = r.id
      where r.root_run_id in (select id from run where id = any($1::uuid[]) and parent_run_id is null)
      group by r.root_run_id
     having bool_and(r.id = any($1::uuid[]) and s.engine_id is null and s.ended_at is not null
                     and s.ended_at < now() - make_interval(secs => $2::float8 * 86400)
                     and not exists (select from ready q where q.run_id = r.id)
                     and not exists (select from mailbox b where b.run_id = r.id and b.handled_at is null)
                     and not exists (select from webhook_delivery d where d.run_id = r.id and d.state = 'waiting'))`,
    [locked.map(({ run_id }) => run_id), olderThanDays],
  )
  return withoutThoseAgain(rows)
}

interface Tree {
  readonly ids: readonly string[]
  /** Existing runs of which a run of this tree is a rerun. */
  readonly again: readonly string[]
}

/** A tree with reruns is removed together with the original runs, or after them. */
function withoutThoseAgain(trees: readonly Tree[]): string[] {
  const ids = trees.flatMap((tree) => tree.ids)
  const going = new Set(ids)
  const left = trees.filter(({ again }) => again.every((id) => going.has(id)))
  return left.length === trees.length ? ids : withoutThoseAgain(left)
}

const deletion = deletionOfRuns(`counts as (${countChanges('select counted as status, -1 as runs from searched')})`)

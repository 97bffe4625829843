import type { PoolClient } from 'pg'
import { limits } from '#core/limits.ts'
import { heddleActor } from '#server/audit/remove-old-rows.ts'
import { countChanges } from '#server/runs/removal/count-changes.ts'
import { deletionOfRuns } from '#server/runs/removal/delete-runs.ts'
import { type InstallationRetention, retentionDays, retentionJoins } from '#server/runs/retention/retention-rule.ts'
import { committing } from '../../engine/crash-points.ts'
import { isLockTimeout, keepInIndex } from '../archive/index-of-archive.ts'
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

/** How long runs are kept: by the installation, and by the settings of owners that `leastDays` is the shortest of. */
export interface RetentionOfRuns extends InstallationRetention {
  /** No run that ended later is removed. */
  readonly leastDays: number
}

/**
 * One batch in one transaction: of the next runs that ended more than `leastDays` days ago, up to `limit` roots whose own
 * retention has passed, with all their descendants. A tree stays whole while any of its runs is open, ended later, has a
 * pending command, or an event that waits for a webhook. A
 * rerun of a run that still exists stays too: a repeated rerun request is then answered with that rerun and makes no
 * other. Exported data is on the disk before anything is deleted. When the deletion does not complete, the same runs
 * are exported again.
 */
export async function removeTrees(
  client: PoolClient,
  {
    retention,
    after,
    limit,
    exportTo,
  }: {
    readonly retention: RetentionOfRuns
    readonly after: PassCursor
    readonly limit: number
    readonly exportTo: ExportFolder | null
  },
): Promise<Removed> {
  // Every table is read by index, even where the planner has no statistics. The commit is asynchronous: after a crash
  // the same runs are removed again, and the commits of runs need not share the disk with it.
  await client.query('begin; set local enable_seqscan = off; set local synchronous_commit = off')
  try {
    const { roots, next } = await nextRoots(client, retention, after, limit)
    const runIds = await lockTrees(client, roots)
    if (runIds.length > 0) {
      if (exportTo) await keepInIndex(client, await exportTo.append(exportLines(client, runIds)))
      await client.query(deletion, [runIds])
    }
    await committing('remove_runs', () => client.query('commit'))
    return { runs: runIds.length, next }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    // The index of the archive is in use: the next pass removes the same runs.
    if (isLockTimeout(error)) return { runs: 0, next: null }
    throw error
  }
}

interface OldRun {
  readonly run_id: string
  readonly ended: string
  /** Its retention; null for ever. */
  readonly days: number | null
  readonly is_due: boolean
}

/**
 * The next old roots whose retention has passed. Runs that are kept for longer are passed over by the page, so that an
 * owner who keeps runs for ever costs one look at each of them in a pass.
 */
async function nextRoots(
  client: PoolClient,
  { days, mostDays, leastDays }: RetentionOfRuns,
  after: PassCursor,
  limit: number,
): Promise<{ readonly roots: readonly OldRun[]; readonly next: PassCursor | null }> {
  const looked = limit * limits.retention.lookedAtPerRun
  const { rows: old } = await client.query<OldRun>(
    `with page as (
       select run_id, ended_at from run_state
        where ended_at < now() - make_interval(secs => $1::float8 * 86400) and (ended_at, run_id) > ($2::timestamptz, $3::uuid)
        order by ended_at, run_id limit $4)
     select run_id, ended, days, is_root and ended_at < now() - make_interval(secs => days * 86400) is true as is_due
       from (select run_id, ended_at, ended_at::text as ended, r.parent_run_id is null as is_root,
                    ${retentionDays('$5', '$6')} as days
               from page join run r on r.id = page.run_id ${retentionJoins}) kept
      order by ended_at, run_id`,
    [leastDays, after.endedAt, after.runId, looked, days ?? null, mostDays ?? null],
  )
  const due = old.filter(({ is_due }) => is_due)
  const roots = due.slice(0, limit)
  const last = due.length > limit ? roots.at(-1) : old.length === looked ? old.at(-1) : undefined
  return { roots, next: last ? { endedAt: last.ended, runId: last.run_id } : null }
}

/**
 * The runs of all removable trees, locked in the common lock order of runs. Runs that another transaction has locked
 * are skipped.
 */
async function lockTrees(client: PoolClient, roots: readonly OldRun[]): Promise<string[]> {
  const { rows: members } = await client.query<{ id: string }>(
    'select id from run where root_run_id = any($1::uuid[])',
    [roots.map(({ run_id }) => run_id)],
  )
  if (members.length === 0) return []
  const { rows: locked } = await client.query<{ run_id: string }>(
    `select run_id from run_state where run_id = any($1::uuid[]) order by run_id for update skip locked`,
    [members.map(({ id }) => id)],
  )
  // A separate statement, which sees everything that was committed before the locks.
  const { rows } = await client.query<Tree>(
    `select array_agg(r.id::text) as ids, coalesce(array_agg(o.id::text) filter (where o.id is not null), '{}') as again
       from json_to_recordset($2) as due(run_id uuid, days float8)
       join run r on r.root_run_id = due.run_id left join run o on o.id = r.rerun_of join run_state s on s.run_id = r.id
      group by r.root_run_id, due.days
     having bool_and(r.id = any($1::uuid[]) and s.engine_id is null and s.ended_at is not null
                     and s.ended_at < now() - make_interval(secs => due.days * 86400)
                     and not exists (select from ready q where q.run_id = r.id)
                     and not exists (select from mailbox b where b.run_id = r.id and b.handled_at is null)
                     and not exists (select from webhook_delivery d where d.run_id = r.id and d.state = 'waiting'))`,
    [locked.map(({ run_id }) => run_id), JSON.stringify(roots.map(({ run_id, days }) => ({ run_id, days })))],
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

const heddle = heddleActor('')

/** The audit has a row for each workflow of each owner in a batch. */
const deletion = deletionOfRuns(`
counts as (${countChanges('select counted as status, -1 as runs from searched')}),
audited as (insert into audit (owner_id, actor_id, kind, action, target, outcome, times)
            select owner_id, '${heddle.id}', '${heddle.kind}', 'run.expire', workflow, 'done', count(*)::int from run
             where id = any($1::uuid[]) group by owner_id, workflow order by owner_id, workflow)`)

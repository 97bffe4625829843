import { statuses } from '#core/run/statuses.ts'
import { liveStatuses } from '#core/run/views/status.ts'

/** The index of runs may be behind by as many transactions; behind more, ended runs are counted one by one. */
const MOST_BEHIND = 20_000

/** The newest transaction, and not the present of the log: an old one under way, such as a backup, holds index and present back alike. */
const newestSql = 'pg_snapshot_xmax(pg_current_snapshot())::text::bigint'

const live = `'{${liveStatuses}}'::text[]`
const ended = `'{${statuses.filter((status) => !(liveStatuses as readonly string[]).includes(status))}}'::text[]`

interface CountedRoots {
  /** The placeholder of the owner; null there stands for all owners. */
  readonly owner: string
  /** A condition on the column of a workflow's name; absent, runs of all workflows are counted without regard to them. */
  readonly among?: (column: string) => string
}

/**
 * The numbers of root runs by status as common table expressions, of which the last is `root_part (workflow, status,
 * runs)`: the sum of its rows is the number, exactly. Live runs are counted by their index. Ended ones are in the totals
 * that the index of runs keeps (`run_total`); for the runs in the log behind that index, what is counted is replaced by
 * what they are. While there is no index, or it is far behind, ended runs are counted as well. Test runs are left out.
 */
export function rootCounts({ owner, among }: CountedRoots): string {
  const of = (column: string) => `(${owner}::text is null or ${column} = ${owner})`
  const and = (column: string) => (among ? `and ${among(column)}` : '')
  const workflow = (column: string) => (among ? column : `''`)
  const one = (wanted: string, condition: string) =>
    among
      ? `select r.workflow, s.status, count(*) from own_run r join own_run_state s on s.run_id = r.id
          where s.status = any(${wanted}) and ${of('r.owner_id')} and ${of('s.owner_id')} and not s.child ${and('r.workflow')}
            and ${condition} group by r.workflow, s.status`
      : // One query per status, in the order of the index: grouping many runs costs as much as reading them.
        `select '', w.status, (select count(*) from own_run_state s where s.status = w.status and not s.child and ${of('s.owner_id')})
           from unnest(${wanted}) w(status) where ${condition}`
  return `
index_is_near as materialized (
  select coalesce(${newestSql} - (select xid from bookmark where name = 'run_search') between 0 and ${MOST_BEHIND}, false) as so),
changed as materialized (
  select distinct run_id from run_log
   where (select so from index_is_near) and xid >= (select xid from bookmark where name = 'run_search')),
root_part (workflow, status, runs) as (
  ${one(live, 'true')}
  union all
  ${one(ended, 'not (select so from index_is_near)')}
  union all
  select ${workflow('workflow')}, status, runs from run_total
   where (select so from index_is_near) and ${of('owner_id')} ${and('workflow')}
  union all
  select ${workflow('r.workflow')}, e.counted, 1
    from run_search e join own_run r on r.id = e.run_id join own_run_state s on s.run_id = e.run_id
   where (select so from index_is_near) and e.total_of is null and e.counted is not null and ${of('e.owner_id')} ${and('r.workflow')}
     and not s.child and r.version > 0
  union all
  select ${workflow('r.workflow')}, change.status, change.runs
    from changed c join own_run r on r.id = c.run_id join own_run_state s on s.run_id = c.run_id
    left join run_search e on e.run_id = c.run_id
   cross join lateral (values (case when s.ended_at is not null then s.status end, 1), (e.counted, -1)) change(status, runs)
   where change.status is not null and ${of('r.owner_id')} ${and('r.workflow')} and not s.child and r.version > 0
  union all
  select ${workflow('r.workflow')}, s.status, -count(*)
    from own_run r join own_run_state s on s.run_id = r.id
   where r.version < 0 and not s.child and ${of('r.owner_id')} ${and('r.workflow')}
     and (s.ended_at is null or not (select so from index_is_near)) group by 1, 2)`
}

import type { PoolClient } from 'pg'
import { limits } from '#core/limits.ts'
import { countChanges } from '#server/runs/removal/count-changes.ts'
import { bytesBetween } from '../search/history-bytes.ts'

/**
 * Leftovers of finished runs that are no longer needed after a day: handled commands, commands to runs that do not
 * exist, snapshots (a later retry folds the run from its whole history), offloaded payloads without a reference from
 * any history, drafts executed by test runs, after a month, bulk operations, and, after more than a year, the ids of runs
 * that people have removed, with what the index of runs still has of them. Entries of earlier versions are measured and put
 * into the totals here as well. Each statement changes up to `limit` rows; `removeLeftovers` returns their number.
 */
const age = `now() - make_interval(secs => ${limits.retention.leftoversMs / 1_000})`

const removals: readonly string[] = [
  `delete from mailbox where id in (
     select id from mailbox where handled_at < ${age} order by handled_at limit $1)`,
  `delete from mailbox where id in (
     select id from mailbox m where handled_at is null and created_at < ${age}
        and not exists (select from run_state s where s.run_id = m.run_id) limit $1)`,
  `delete from snapshot where run_id in (
     select n.run_id from snapshot n join run_state s on s.run_id = n.run_id where s.ended_at < ${age} limit $1)`,
  // Uses by runs whose start never happened. A payload that is stored again meanwhile gets a new `kept_at` and stays.
  `delete from payload_use where (run_id, sha256) in (
     select u.run_id, u.sha256 from payload_use u join payload p using (owner_id, sha256)
      where p.kept_at < ${age} and not exists (select from run r where r.id = u.run_id) limit $1)`,
  `delete from payload where (owner_id, sha256) in (
     select owner_id, sha256 from payload p
      where kept_at < ${age} and not exists (select from payload_use u where (u.owner_id, u.sha256) = (p.owner_id, p.sha256))
      order by kept_at limit $1 for update skip locked)`,
  `delete from definition where (owner_id, name, version) in (
     select owner_id, name, version from definition d where version < 0 and created_at < ${age}
        and not exists (select from run r
                         where r.owner_id = d.owner_id and r.workflow = d.name and r.version = d.version)
      limit $1)`,
  `delete from bulk_item where (bulk_id, place) in (
     select i.bulk_id, i.place from bulk_operation o join bulk_item i on i.bulk_id = o.id
      where o.ended_at < now() - make_interval(days => ${limits.bulk.keptDays}) limit $1)`,
  `delete from bulk_operation where id in (
     select id from bulk_operation o where ended_at < now() - make_interval(days => ${limits.bulk.keptDays})
        and not exists (select from bulk_item i where i.bulk_id = o.id) limit $1)`,
  // Requests may not write the counts, which belong to all owners.
  `with due as (select run_id from removed_run where counted is not null limit $1 for update skip locked),
   changed as (update removed_run m set counted = null from due where m.run_id = due.run_id returning old.counted)
   ${countChanges('select counted as status, -1 as runs from changed')}`,
  // Entries that the index has written while their runs were removed.
  `with gone as (
     delete from run_search where run_id in (
       select s.run_id from removed_run m join run_search s using (run_id)
        where not exists (select from run r where r.id = m.run_id) limit $1)
     returning run_id, counted)
   ${countChanges('select counted as status, -1 as runs from gone where counted is not null')}`,
  `delete from run_number where run_id in (
     select n.run_id from removed_run m join run_number n using (run_id)
      where not exists (select from run r where r.id = m.run_id) limit $1)`,
  `update run_search e set bytes = ${bytesBetween('e.run_id', '0', 'e.seq')}
     where run_id in (select run_id from run_search where bytes is null limit $1 for update skip locked)`,
  `update run_search e set total_of = coalesce(
       (select case when s.child or r.version < 0 then '' else r.workflow end
          from run r join run_state s on s.run_id = r.id where r.id = e.run_id), '')
     where run_id in (select run_id from run_search where total_of is null limit $1 for update skip locked)`,
  `delete from removed_run where run_id in (
     select run_id from removed_run where removed_at < now() - make_interval(days => ${limits.retention.removedKeptDays})
        and counted is null limit $1)`,
]

export async function removeLeftovers(client: PoolClient, limit: number): Promise<number> {
  let removed = 0
  for (const removal of removals) removed += (await client.query(removal, [limit])).rowCount ?? 0
  return removed
}

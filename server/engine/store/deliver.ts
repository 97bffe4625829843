import { placesOfWoken } from './queue-position.ts'

/**
 * Parts of a statement that put the rows (run_id, command) of an earlier part into the mailboxes of their runs, and
 * make the runs that no engine holds ready.
 */
export function deliver(letters: string): string {
  return `
posted as (
  insert into mailbox (run_id, command) select run_id, command from ${letters}
),
woken as (
  update run_state s set mail_seq = s.mail_seq + d.letters
    from (select run_id, count(*) as letters from ${letters} group by run_id order by run_id) d
   where s.run_id = any(array[d.run_id])
  returning s.run_id, s.owner_id, s.engine_id
),
queued as (
  insert into ready (run_id, owner_id, woken, position) ${placesOfWoken('select run_id, owner_id from woken where engine_id is null')}
  on conflict do nothing
)`
}

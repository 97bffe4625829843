import type { EngineIdentity } from '../../ports.ts'
import { uuidArray } from '../connection/binary-array.ts'
import type { Statement } from '../connection/connection.ts'
import { PARKED } from '../queue-position.ts'

/**
 * The lock that claims under a budget take, one at a time. It is taken by a statement of its own: a statement that waited
 * for it would count the slots as they were before. The number is arbitrary but must stay equal in every version of
 * Heddle.
 */
const SLOT_LOCK = 48_151_628

export const lockSlots: Statement = { name: 'slots-lock', text: `select pg_advisory_xact_lock(${SLOT_LOCK})` }

/** The part of a statement that gives back the slots of the runs (run_id) which another part of it has released. */
export function freeSlots(released: string): string {
  return `freed as (delete from run_slot h using (${released}) f where h.run_id = any(array[f.run_id]))`
}

/**
 * The slots after a claim, as its other statements have left the runs: runs that this engine holds now have one, runs
 * that no engine holds have none, and children whose slots were granted to the run that started them have theirs.
 */
export function settleSlots(
  engine: EngineIdentity,
  claimed: readonly string[],
  children: readonly string[],
): Statement {
  return {
    name: 'slots-settle',
    text: `
with claimed as materialized (select run_id, owner_id, engine_id from run_state where run_id = any($2::uuid[])),
${freeSlots('select run_id from claimed where engine_id is null')}
insert into run_slot (run_id, owner_id)
select run_id, owner_id from claimed where engine_id = $1
union all
select run_id, owner_id from run_state where run_id = any($3::uuid[])
on conflict do nothing`,
    values: [engine.id, uuidArray(claimed), uuidArray(children)],
  }
}

/**
 * The count anew, under the lock of claims: slots of runs that no engine holds, and that do not wait in the queue to be
 * taken up again, are given back; held runs without a slot, such as runs of an engine without a budget, get one.
 */
export const recountSlots: Statement = {
  name: 'slots-recount',
  text: `
with gone as (
  delete from run_slot h
   where not exists (select from run_state s where s.run_id = any(array[h.run_id]) and s.engine_id is not null)
     and not exists (select from ready r where r.run_id = any(array[h.run_id]) and r.position < ${PARKED})
  returning run_id
),
missing as (
  insert into run_slot (run_id, owner_id)
  select s.run_id, s.owner_id from run_state s
   where s.engine_id is not null and not exists (select from run_slot h where h.run_id = any(array[s.run_id]))
  on conflict do nothing
  returning run_id
)
select (select count(*) from gone)::int as gone, (select count(*) from missing)::int as missing`,
}

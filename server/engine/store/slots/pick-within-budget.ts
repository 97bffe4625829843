import { speaks } from '#server/fleet/vocabulary.ts'
import { tuning } from '../../tuning.ts'
import { loadPicked } from '../load.ts'
import { PARKED } from '../queue-position.ts'

/** The runs that a claim takes up although no slot is free, by their mail: they end, or begin nothing. */
const endsOrHolds = `left(m.command, 100) ~ '^\\{"type" ?: ?"(cancel|pause|timer_fired", ?"timer_id" ?: ?"run_timeout)'`

/** Whether a run has waited as long for its first slot as it may ($6 seconds). */
const hasWaited = (runId: string) => `
  exists (select from run s where s.id = any(array[${runId}]) and s.parent_run_id is null
                              and s.created_at <= clock_timestamp() - make_interval(secs => $6::float8))`

/**
 * The claim of an engine with a budget: up to $1 runs, for the engine $2, not of the owners $3, and without large values
 * if $7; $4 and $5 are the slots of all owners and of one. Each run comes with its slot:
 *
 * - `held`: it has one already, as the run of an engine that has died, or as a variant of a fan-out;
 * - `granted`: it gets what it needs, in the order of the queue. No run overtakes one of its owner, or one that waits for
 *   slots of all owners: otherwise a fan-out, which takes all its slots or none, might wait for ever;
 * - `none`: no slot is free, but its mail ends or holds it;
 * - `exhausted`: it has waited as long as it may, or needs more slots than there are.
 *
 * At most `tuning.slotFront` runs of the queue are looked at, not counting those of owners without a free slot.
 */
export function pickWithinBudget(alive: string, hasNoLargeValues: string): string {
  const allowed = `r.position < ${PARKED} and r.needs <= ${speaks} and exists (select from alive) and r.owner_id <> all($3::text[])
     and (not $7::boolean or ${hasNoLargeValues})`
  const usedByOwner = 'coalesce((select u.slots from used u where u.owner_id = r.owner_id), 0)'
  return `
with alive as materialized (${alive}),
used as materialized (select owner_id, count(*)::int as slots from run_slot group by owner_id),
free as materialized (select $4::int - coalesce(sum(slots), 0)::int as slots from used),
front as materialized (
  select r.run_id, r.owner_id, r.position, r.woken, $5::int - ${usedByOwner} as of_owner
    from ready r
   where ${allowed} and not exists (select from run_slot h where h.run_id = any(array[r.run_id]))
     and ((select slots from free) > 0 and ${usedByOwner} < $5::int
          or $6::float8 is not null and not r.woken and ${hasWaited('r.run_id')})
   order by r.position limit ${tuning.slotFront}
),
needs as materialized (
  select f.*, case when f.woken then 1
                   else coalesce((select n.variants from run n where n.id = any(array[f.run_id])), 1) end as slots
    from front f
),
within_owner as (
  select n.*, sum(n.slots) over (partition by n.owner_id order by n.position, n.run_id) <= n.of_owner as fits
    from needs n where n.slots <= least($4::int, $5::int)
),
within_all as (
  select w.*, sum(w.slots) over (order by w.position, w.run_id) <= (select slots from free) as fits_all
    from within_owner w where w.fits
),
fitting as materialized (select run_id, position, slots from within_all where fits_all),
chosen as (
  select r.run_id, r.position, 'held' as slot, 1 as slots, 0 as turn
    from run_slot h join ready r on r.run_id = any(array[h.run_id]) where ${allowed}
  union all
  select run_id, position, 'granted', slots, 1 from fitting
  union all
  select r.run_id, r.position, 'none', 0, 2
    from mailbox m join ready r on r.run_id = any(array[m.run_id])
   where m.handled_at is null and ${endsOrHolds} and ${allowed}
  union all
  select n.run_id, n.position, 'exhausted', 0, 3
    from needs n
   where not n.woken and n.run_id not in (select run_id from fitting)
     and (n.slots > least($4::int, $5::int) or $6::float8 is not null and ${hasWaited('n.run_id')})
),
best as (select distinct on (run_id) * from chosen order by run_id, turn),
picked as materialized (
  select r.run_id, b.slot, b.slots
    from best b join ready r on r.run_id = any(array[b.run_id])
   order by b.turn, b.position limit $1 for update of r skip locked
)
${loadPicked(', p.slot, p.slots')}`
}

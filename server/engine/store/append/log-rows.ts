/** The log rows of a flush. */
export const inserted = `
  insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, at, xid)
  select unnest($1::uuid[]), unnest($2::int[]), $8::bigint, unnest($3::uuid[]), unnest($4::text[]), unnest($6::int[]),
         unnest($5::text[])::text[], unnest($7::timestamptz[]), (select pg_current_xact_id()::text::bigint)`

/** The log rows of runs that still have their locks; the other rows are left out, with all else that the run writes. */
export const insertedUnderLocks = `
  insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, at, xid)
  select a.run_id, a.seq, $8::bigint, a.append_id, a.events, a.last_seq, a.current_steps::text[], a.at,
         (select pg_current_xact_id()::text::bigint)
    from unnest($1::uuid[], $2::int[], $3::uuid[], $4::text[], $5::text[], $6::int[], $7::timestamptz[])
           as a(run_id, seq, append_id, events, current_steps, last_seq, at)
   where not exists (
     select from jsonb_to_recordset($13::jsonb->'locks_held') as h(run_id uuid, owner_id text, resource text, token bigint)
      where h.run_id = a.run_id
        and not exists (select from resource_lock l
                         where (l.owner_id, l.resource, l.run_id, l.token) = (h.owner_id, h.resource, h.run_id, h.token)))`

/** The log row of a flush of one append, whose parameters are no arrays. */
export const insertedAlone = `
  insert into run_log (run_id, seq, engine_epoch, append_id, events, last_seq, current_steps, at, xid)
  values ($1::uuid, $2::int, $8::bigint, $3::uuid, $4::text, $6::int, $5::text::text[], $7::timestamptz,
          pg_current_xact_id()::text::bigint)`

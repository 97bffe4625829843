/** One answer per plain append, when the sum of the plain appends was not as expected. */
export const onesByThemselves = `
select run_id, mail_seq::float8 as mail_seq, (engine_id is not distinct from $2)::int as held
  from run_state where run_id = any($1::uuid[])`

/** The runs of appends that have another row at their number. */
export const takenNumbers = `
select l.run_id from unnest($1::uuid[], $2::int[]) as d(run_id, seq)
  join run_log l on l.run_id = any(array[d.run_id]) and l.seq = d.seq`

/** The appends of an earlier, unanswered try that were committed, and whether the run is still held. */
export const landedAppends = `
select l.run_id, s.mail_seq::float8 as mail_seq,
       (s.engine_id is not distinct from $3 and s.engine_epoch = $4::bigint)::int as held
  from unnest($1::uuid[], $2::uuid[], $5::int[]) as d(run_id, append_id, seq)
  join run_log l on l.run_id = any(array[d.run_id]) and l.seq = d.seq and l.append_id = d.append_id
  join run_state s on s.run_id = any(array[d.run_id])`

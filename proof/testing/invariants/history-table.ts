import { readableJson } from '#server/db/readable-json.ts'

/** The events of all runs, or of unfinished runs only, as rows of a temporary table that lasts one transaction. */
export const createHistory = (openOnly: boolean) => `
create temporary table history on commit drop as
select l.run_id, l.seq as row_seq, l.engine_epoch, e.ordinality, (e.value->>'seq')::int as seq,
       (e.value->>'at')::float8 as at, e.value->>'type' as type, e.value->>'step' as step,
       (e.value->>'iteration')::int as iteration, coalesce((e.value->>'item')::int, -1) as item,
       (e.value->>'attempt')::int as attempt, e.value->'payload' as payload
  from run_log l cross join lateral json_array_elements(${readableJson('l.events')}) with ordinality e
 ${openOnly ? 'where l.run_id in (select run_id from run_state where ended_at is null)' : ''}`

export const indexHistory = 'create index on history (run_id, seq)'
export const analyseHistory = 'analyze history'

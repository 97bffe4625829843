-- Whether a run is called failed in public: of those that are FAILED it depends on the first event of their log
-- (`fail_fast`), which lists looked into for each of them. Said where a run fails, by the engine, with its status.
-- PostgreSQL reads no field of a JSON text that has a zero or half of a surrogate pair anywhere: these are left out of it first.
alter table "run_state" add column "called_failed" boolean not null default false;

update "run_state" s set "called_failed" = true
 where s."status" like 'FAILED\_%'
    or (s."status" = 'FAILED'
        and (select (regexp_replace(l."events", '(?<!\\)((\\\\)*)\\u(0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '\1', 'g')::json
                       ->0->'payload'->>'fail_fast')::boolean
               from "run_log" l where l."run_id" = s."run_id" and l."seq" = 1) is false);

-- The newest failed runs, in the order of lists. Other runs cost these nothing; a run fails with a change of its status,
-- which is indexed as well.
create index "run_state_called_failed_idx" on "run_state" ("run_id" desc) where "called_failed";
create index "run_state_failed_idx" on "run_state" ("run_id" desc)
  where "status" in ('FAILED', 'FAILED_ROLLED_BACK', 'FAILED_WORKER_CRASH', 'FAILED_CHILD_WORKFLOW');

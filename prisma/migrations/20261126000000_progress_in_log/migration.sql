-- How far a run has come, said by the last row of its log and nowhere else: between two steps of a run
-- no row is updated any more, one is inserted.
alter table "run_log" add column "last_seq" integer;
alter table "run_log" add column "current_steps" text[];

update "run_log" l
   set "last_seq" = s."seq", "current_steps" = s."current_steps", "at" = s."updated_at"
  from "run_state" s
 where l."run_id" = s."run_id"
   and l."seq" = (select max(m."seq") from "run_log" m where m."run_id" = s."run_id");

alter table "run_state" drop column "seq", drop column "current_steps", drop column "updated_at";

create view "run_progress" as
select s."run_id", l."last_seq" as "seq", l."current_steps", l."at" as "updated_at"
  from "run_state" s
  cross join lateral (
    select "last_seq", "current_steps", "at" from "run_log"
     where "run_id" = s."run_id" order by "seq" desc limit 1) l;

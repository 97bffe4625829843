-- Down to which number the snapshots of a workflow's drafts have come. Snapshots that nobody runs are removed, and so are old
-- runs; a number that either had is never given to another text, which what has kept the first would take for it.
alter table "workflow" add column "latest_snapshot" integer not null default 0;

update "workflow" w set "latest_snapshot" = used."least"
  from (select "owner_id", "name", min("version") as "least"
          from (select "owner_id", "name", "version" from "definition" where "version" < 0
                union all
                select "owner_id", "workflow", "version" from "run" where "version" < 0) each
         group by "owner_id", "name") used
 where (w."owner_id", w."name") = (used."owner_id", used."name");

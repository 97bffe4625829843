-- Whether a version needs a second person: one who has not edited the draft since its last version.
alter table "owner" add column "publish_reviewed" boolean not null default false;
alter table "draft" add column "editors" text[] not null default '{}';
update "draft" d set "editors" = array[d."updated_by"]
 where not exists (select from "definition" v where v."owner_id" = d."owner_id" and v."name" = d."name" and v."version" > 0 and v."text" = d."text");

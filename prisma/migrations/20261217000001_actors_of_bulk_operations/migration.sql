-- Open bulk operations store the actor who started them, with the roles of earlier versions, in which a person without a
-- role could do everything but manage. Without the roles of today, each remaining item would be refused.
update "bulk_operation"
   set "actor" = (case
         when "stored"->'roles' @> '["admin"]'
           then "stored" || '{"everyOwner": true, "isInstallationAdmin": true}'
         else jsonb_set("stored", '{roles}', '["operator", "approver", "designer"]' || ("stored"->'roles'))
       end)::json
  from (select "id" as "open_id", "actor"::jsonb as "stored" from "bulk_operation" where "ended_at" is null) "open"
 where "id" = "open_id";

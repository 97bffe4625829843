-- What an operator should look at, as the process itself has seen it last: see server/fleet/fleet-process.ts.
alter table "fleet_process" add column "warnings" text[] not null default '{}';

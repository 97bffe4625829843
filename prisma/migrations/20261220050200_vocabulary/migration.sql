-- The number of the vocabulary that may be written: every process of the installation speaks it. One row.
create table "fleet" (
  "only" boolean primary key default true check ("only"),
  "vocabulary" smallint not null,
  "finalised_at" timestamptz(3) not null default now()
);
insert into "fleet" ("vocabulary") values (1);

-- The least vocabulary that an engine must speak to take the run up; 0 for nearly all runs.
alter table "ready" add column "needs" smallint not null default 0;

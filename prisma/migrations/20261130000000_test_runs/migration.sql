-- Test runs execute snapshots of a draft. These are definitions too, so that a run of one is a run like any other; their
-- numbers count down from -1 and nobody is offered them. `test` says what of the text is executed.
alter table "definition" add column "test" json;
alter table "definition" add constraint "definition_test" check (("version" < 0) = ("test" is not null));
create index "run_test_idx" on "run" ("owner_id", "workflow", "id" desc) where "version" < 0;

-- What stands in for a step in test runs, and inputs that are kept for them: beside the draft, never in a version.
create table "pinned_output" (
  "owner_id" text not null,
  "workflow" text not null,
  "step" text not null,
  "value" json not null,
  "updated_by" text not null,
  "updated_at" timestamptz(3) not null default now(),
  constraint "pinned_output_pkey" primary key ("owner_id", "workflow", "step")
);

create table "sample_input" (
  "owner_id" text not null,
  "workflow" text not null,
  "name" text not null,
  "input" json not null,
  "created_at" timestamptz(3) not null default now(),
  constraint "sample_input_pkey" primary key ("owner_id", "workflow", "name")
);

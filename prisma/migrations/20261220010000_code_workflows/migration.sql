-- What a workflow is made of, steps or code: a text of code is no YAML, and is changed in its file alone.
alter table "workflow" add column "kind" text not null default 'steps' check ("kind" in ('steps', 'code'));

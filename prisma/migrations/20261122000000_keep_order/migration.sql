-- What authors wrote is kept in their order: jsonb sorts keys, which would
-- shuffle the fields of a form and the assignments of a TRANSFORM.
alter table "definition" alter column "compiled" type json using "compiled"::json;
alter table "human_task" alter column "form" type json using "form"::json;
alter table "human_task" alter column "decision" type json using "decision"::json;

-- How many steps the draft has, for lists: counted when it is saved, as reading a text takes a parser.
alter table "draft" add column "step_count" integer not null default 0;

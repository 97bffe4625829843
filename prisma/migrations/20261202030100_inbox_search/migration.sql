-- What the inbox is searched in, in one piece and in small letters: one look per row instead of one for each column.
alter table "human_task" add column "sought" text generated always as (
  lower("title" || ' ' || "workflow" || ' ' || "step" || ' ' || coalesce("queue", '') || ' ' || coalesce("fields"::text, ''))
) stored;

-- The name of a workflow for people, from its text; its id is `name`.
alter table workflow add column title text;

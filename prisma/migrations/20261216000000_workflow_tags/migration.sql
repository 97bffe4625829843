-- Words by which the list of workflows is filtered, from the text.
alter table workflow add column tags text[] not null default '{}';

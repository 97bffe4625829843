-- Runs are found by their tags; a run without tags, as most are, costs the index nothing.
create index "run_tags_idx" on "run" using gin ("tags") where "tags" <> '{}';

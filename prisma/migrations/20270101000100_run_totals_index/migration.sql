-- The entries that retention has still to fill. The index has every entry of an earlier version, and takes a while: in a migration of its
-- own it keeps only the writers of the index of runs waiting, and no reader.
create index "run_search_total_of_idx" on "run_search" ("owner_id", "run_id") where "total_of" is null;

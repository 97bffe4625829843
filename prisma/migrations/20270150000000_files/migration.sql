-- Uploaded files lie among the large values: a run that refers to one uses it, and it goes as a large value does. "value" is
-- its name, media type and uploader, and "sha256" a hash that nobody can compute from the content alone.
alter table "payload" add column "content" bytea;
alter table "payload" add column "is_file" boolean not null default false;
-- Most files are compressed already.
alter table "payload" alter column "content" set storage external;
create index "payload_file_idx" on "payload" ("owner_id", "kept_at") where "is_file";

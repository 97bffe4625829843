-- API keys of members. Only the hash of a key is stored; the row stays after the key is revoked.
create table "api_key" (
  "id" text primary key,
  "owner_id" text not null,
  "person_id" text not null,
  "name" text not null,
  "hash" text not null,
  "permissions" text[] not null,
  "workflows" text[],
  "networks" text[] not null default '{}',
  "created_by" text not null,
  "created_at" timestamptz(3) not null default clock_timestamp(),
  "expires_at" timestamptz(3) not null,
  "revoked_at" timestamptz(3),
  "last_used_at" timestamptz(3),
  "last_used_address" text,
  foreign key ("owner_id", "person_id") references "member" ("owner_id", "person_id") on delete cascade
);
create index "api_key_owner_id_person_id_idx" on "api_key" ("owner_id", "person_id");

-- A member who leaves or is disabled takes the keys along for good, whatever code changes the member. The function has
-- the rights of the owner of the tables, as the roles that change members need no rights on keys; the setting lets it
-- pass the policy of the table, which holds for the owner of the tables too.
create function "revoke_keys_of_member"() returns trigger language plpgsql security definer set search_path from current as $$
declare
  "bound" text := current_setting('app.owner', true);
begin
  perform set_config('app.owner', new.owner_id, true);
  update api_key set revoked_at = clock_timestamp()
   where owner_id = new.owner_id and person_id = new.person_id and revoked_at is null;
  perform set_config('app.owner', coalesce("bound", ''), true);
  return null;
end
$$;
create trigger "member_keys" after update of "status" on "member"
  for each row when (new.status <> 'active') execute function "revoke_keys_of_member"();

-- The audit: who has done or tried what. A row has no values, only hashes of them. Rows are inserted in the
-- transaction of the change they describe; an engine numbers them per owner and chains them by hashes afterwards
-- ("sealed": seq and hash are set). Rows of the installation itself have the owner "*".
create table "audit" (
  "id" bigint generated always as identity primary key,
  "owner_id" text not null,
  "seq" bigint,
  "at" timestamptz(3) not null default clock_timestamp(),
  "actor_id" text not null,
  "kind" text not null,
  "key_id" text,
  "principal_id" text,
  "action" text not null,
  "target" text not null,
  "outcome" text not null,
  "times" integer not null default 1,
  "before_hash" text,
  "after_hash" text,
  "address" text,
  "request_id" text,
  "hash" text
);
create unique index "audit_owner_id_seq_key" on "audit" ("owner_id", "seq");
create index "audit_owner_id_id_idx" on "audit" ("owner_id", "id" desc);
create index "audit_owner_id_actor_id_id_idx" on "audit" ("owner_id", "actor_id", "id" desc);
create index "audit_owner_id_action_id_idx" on "audit" ("owner_id", "action", "id" desc);
create index "audit_owner_id_target_id_idx" on "audit" ("owner_id", "target", "id" desc);
create index "audit_unsealed_idx" on "audit" ("owner_id", "id") where "seq" is null;

-- The ends of an owner's chain: the last sealed row, and the last row that retention has removed.
create table "audit_chain" (
  "owner_id" text primary key,
  "head_seq" bigint not null default 0,
  "head_hash" text not null default '',
  "removed_seq" bigint not null default 0,
  "removed_hash" text not null default ''
);

-- Rows are never changed but by sealing, once, and never removed but behind the mark of retention.
create function "guard_audit"() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.seq is not null or new.hash is not null then
      raise exception 'A row of the audit is sealed after its insertion.' using errcode = 'insufficient_privilege';
    end if;
    new.at := clock_timestamp();
    return new;
  end if;
  if tg_op = 'UPDATE' then
    if old.seq is null and old.hash is null and new.seq is not null and new.hash is not null
      and to_jsonb(new) - 'seq' - 'hash' = to_jsonb(old) - 'seq' - 'hash' then
      return new;
    end if;
    raise exception 'Rows of the audit cannot be changed.' using errcode = 'insufficient_privilege';
  end if;
  if old.seq <= (select removed_seq from audit_chain where owner_id = old.owner_id) then
    return old;
  end if;
  raise exception 'Rows of the audit cannot be removed.' using errcode = 'insufficient_privilege';
end
$$;
create trigger "audit_guard" before insert or update or delete on "audit"
  for each row execute function "guard_audit"();

create function "refuse_audit_truncation"() returns trigger language plpgsql as $$
begin
  raise exception 'The audit cannot be emptied.' using errcode = 'insufficient_privilege';
end
$$;
create trigger "audit_truncation" before truncate on "audit"
  for each statement execute function "refuse_audit_truncation"();
create trigger "audit_chain_truncation" before truncate on "audit_chain"
  for each statement execute function "refuse_audit_truncation"();

-- Chains only grow: neither end goes back.
create function "guard_audit_chain"() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.owner_id = old.owner_id and new.head_seq >= old.head_seq
    and new.removed_seq >= old.removed_seq and new.removed_seq <= new.head_seq then
    return new;
  end if;
  raise exception 'The chain of the audit only grows.' using errcode = 'insufficient_privilege';
end
$$;
create trigger "audit_chain_guard" before update or delete on "audit_chain"
  for each row execute function "guard_audit_chain"();

-- Retention of the audit. The mark behind which rows may be removed moves only to a sealed row, with the hash of that
-- row, and past rows alone that are older than the least retention: the role of the engines cannot remove the traces of
-- the last days either. (The bound of 30 days is also `limits.audit.leastRetentionDays`.)
create or replace function "guard_audit_chain"() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.owner_id = old.owner_id and new.head_seq >= old.head_seq
    and new.removed_seq >= old.removed_seq and new.removed_seq <= new.head_seq then
    if new.removed_seq = old.removed_seq and new.removed_hash = old.removed_hash then
      return new;
    end if;
    if not exists (select from audit where owner_id = new.owner_id and seq = new.removed_seq and hash = new.removed_hash) then
      raise exception 'The audit is removed up to a sealed row, with its hash.' using errcode = 'insufficient_privilege';
    end if;
    if exists (select from audit where owner_id = new.owner_id and seq > old.removed_seq and seq <= new.removed_seq
                  and at >= clock_timestamp() - interval '30 days') then
      raise exception 'Rows of the audit stay for at least 30 days.' using errcode = 'insufficient_privilege';
    end if;
    return new;
  end if;
  raise exception 'The chain of the audit only grows.' using errcode = 'insufficient_privilege';
end
$$;

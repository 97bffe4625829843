-- An earlier version that runs beside this one inserts items without their owner. The trigger fills it in: it sees the
-- operation, because it is volatile and the same statement has inserted the operation before its items.
create function "bulk_item_owner"() returns trigger language plpgsql volatile as $$
begin
  select "owner_id" into new."owner_id" from "bulk_operation" where "id" = new."bulk_id";
  return new;
end
$$;
create trigger "bulk_item_owner" before insert on "bulk_item"
  for each row when (new."owner_id" is null) execute function "bulk_item_owner"();

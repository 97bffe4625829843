-- The list of resources of one kind, in its order. An index that began with the owner was taken for the look-up of single
-- resources as well while the table was small, and passes of the lock manager then read all resources of the owner.
create index "resource_kind_owner_id_id_idx" on "resource" ("kind", "owner_id", "id");
drop index "resource_owner_id_kind_idx";

-- The issuer whose claims a mapping is about; '*' is any provider, as every mapping was until now.
alter table "group_mapping" add column "provider" text not null default '*';
alter table "group_mapping" drop constraint "group_mapping_pkey",
  add primary key ("owner_id", "claim", "kind", "target", "provider");

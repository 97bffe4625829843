-- Alert rules sign their calls as webhooks do, with secrets that overlap in a rotation: "webhook_id" is the id of a webhook or of a rule.
alter table "webhook_secret" drop constraint "webhook_secret_webhook_id_fkey";
insert into "webhook_secret" ("webhook_id", "version", "owner_id", "key_version", "nonce", "ciphertext")
select "id", "webhook_version", "owner_id", "webhook_key_version", "webhook_nonce", "webhook_ciphertext"
  from "alert_rule" where "webhook_ciphertext" is not null;
alter table "alert_rule" drop column "webhook_version", drop column "webhook_key_version", drop column "webhook_nonce",
  drop column "webhook_ciphertext";

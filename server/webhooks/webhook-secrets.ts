import type { Pool, PoolClient } from 'pg'
import { currentDataKey, dataKeysOf } from '#server/secrets/data-keys.ts'
import type { KeyRing } from '#server/secrets/key-ring.ts'
import { openValue, sealValue } from '#server/secrets/sealed-value.ts'
import { newSecretText } from './sign.ts'
import { webhookLimits } from './webhook-limits.ts'

const placeOf = (ownerId: string, webhookId: string, version: number) => ({
  ownerId,
  name: `webhook/${webhookId}`,
  version,
})

/**
 * Makes the next secret of a webhook, encrypted with the data key of its owner, and returns its text, which is shown once.
 * The former one signs as well for a day; of more than two, the older ones end at once.
 */
export async function addSecret(
  client: PoolClient,
  ring: KeyRing,
  { ownerId, webhookId }: { readonly ownerId: string; readonly webhookId: string },
): Promise<string> {
  const text = newSecretText()
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0)::int + 1 as version from webhook_secret where webhook_id = $1',
    [webhookId],
  )
  const version = rows[0]?.version ?? 1
  const { key, version: keyVersion } = await currentDataKey(client, ring, { ownerId, use: 'engine' })
  const { nonce, ciphertext } = sealValue(key, text, placeOf(ownerId, webhookId, version))
  await client.query('delete from webhook_secret where webhook_id = $1 and version < $2 - 1', [webhookId, version])
  await client.query(
    `update webhook_secret set expires_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
      where webhook_id = $1`,
    [webhookId, webhookLimits.rotationMs],
  )
  await client.query(
    `insert into webhook_secret (webhook_id, version, owner_id, key_version, nonce, ciphertext)
     values ($1, $2, $3, $4, $5, $6)`,
    [webhookId, version, ownerId, keyVersion, nonce, ciphertext],
  )
  return text
}

interface SecretRow {
  readonly version: number
  readonly ownerId: string
  readonly keyVersion: number
  readonly nonce: Buffer
  readonly ciphertext: Buffer
}

/** The texts of the secrets in force, the newest first. Throws when one cannot be decrypted. */
export async function readSecrets(pool: Pool, ring: KeyRing, webhookId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<SecretRow>(
    `select version, owner_id as "ownerId", key_version as "keyVersion", nonce, ciphertext from webhook_secret
      where webhook_id = $1 and (expires_at is null or expires_at > clock_timestamp()) order by version desc`,
    [webhookId],
  )
  const [first] = rows
  if (!first) throw new Error('The webhook has no secret. Rotate it.')
  const keys = await dataKeysOf(pool, first.ownerId, 'engine')
  return Promise.all(
    rows.map(async (row) => {
      const wrapped = keys.find(({ version }) => version === row.keyVersion)
      if (!wrapped) throw new Error('The key of the secret is gone. Rotate the secret of this webhook.')
      return openValue(await ring.unwrap(wrapped, wrapped), row, placeOf(row.ownerId, webhookId, row.version))
    }),
  )
}

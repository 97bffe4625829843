import type { Pool, PoolClient } from 'pg'
import { currentDataKey, dataKeysOf } from '#server/secrets/data-keys.ts'
import type { KeyRing } from '#server/secrets/key-ring.ts'
import { openValue, sealValue } from '#server/secrets/sealed-value.ts'
import { newSecretText } from './sign.ts'
import { webhookLimits } from './webhook-limits.ts'

/** What signs its requests: a webhook, or a rule of alerts that has one. */
export interface Signer {
  readonly kind: 'webhook' | 'alert'
  readonly ownerId: string
  readonly id: string
}

/** What a secret belongs to. No stored secret has such a name. */
const placeOf = ({ kind, ownerId, id }: Signer, version: number) => ({ ownerId, name: `${kind}/${id}`, version })

export interface NewSecret {
  /** To be shown once. */
  readonly text: string
  readonly version: number
}

/**
 * Makes the next secret, encrypted with the data key of the owner. The former one signs as well for a day, unless it is
 * the secret of another receiver (`overlaps` false); of more than two, the older ones end at once.
 */
export async function addSecret(
  client: PoolClient,
  ring: KeyRing,
  signer: Signer,
  { overlaps = true }: { readonly overlaps?: boolean } = {},
): Promise<NewSecret> {
  const text = newSecretText()
  const { ownerId, id } = signer
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(version), 0)::int + 1 as version from webhook_secret where webhook_id = $1',
    [id],
  )
  const version = rows[0]?.version ?? 1
  const { key, version: keyVersion } = await currentDataKey(client, ring, { ownerId, use: 'engine' })
  const { nonce, ciphertext } = sealValue(key, text, placeOf(signer, version))
  await client.query('delete from webhook_secret where webhook_id = $1 and version < $2', [
    id,
    overlaps ? version - 1 : version,
  ])
  await client.query(
    `update webhook_secret set expires_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000)
      where webhook_id = $1`,
    [id, webhookLimits.rotationMs],
  )
  await client.query(
    `insert into webhook_secret (webhook_id, version, owner_id, key_version, nonce, ciphertext)
     values ($1, $2, $3, $4, $5, $6)`,
    [id, version, ownerId, keyVersion, nonce, ciphertext],
  )
  return { text, version }
}

export async function removeSecrets(client: PoolClient, { id }: Pick<Signer, 'id'>): Promise<void> {
  await client.query('delete from webhook_secret where webhook_id = $1', [id])
}

interface SecretRow {
  readonly version: number
  readonly keyVersion: number
  readonly nonce: Buffer
  readonly ciphertext: Buffer
}

/** The texts of the secrets in force, the newest first. Throws when one cannot be decrypted. */
export async function readSecrets(pool: Pool, ring: KeyRing, signer: Signer): Promise<readonly string[]> {
  const { rows } = await pool.query<SecretRow>(
    `select version, key_version as "keyVersion", nonce, ciphertext from webhook_secret
      where webhook_id = $1 and owner_id = $2 and (expires_at is null or expires_at > clock_timestamp())
      order by version desc`,
    [signer.id, signer.ownerId],
  )
  if (rows.length === 0) throw new Error('The webhook has no secret. Rotate it.')
  const keys = await dataKeysOf(pool, signer.ownerId, 'engine')
  return Promise.all(
    rows.map(async (row) => {
      const wrapped = keys.find(({ version }) => version === row.keyVersion)
      if (!wrapped) throw new Error('The key of the secret is gone. Rotate the secret of this webhook.')
      return openValue(await ring.unwrap(wrapped, wrapped), row, placeOf(signer, row.version))
    }),
  )
}

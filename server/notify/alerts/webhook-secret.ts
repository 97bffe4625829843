import type { Pool, PoolClient } from 'pg'
import { currentDataKey, dataKeysOf } from '#server/secrets/data-keys.ts'
import type { KeyRing } from '#server/secrets/key-ring.ts'
import { openValue, sealValue } from '#server/secrets/sealed-value.ts'

/** What the secret of a rule belongs to. No stored secret has such a name. */
const placeOf = (ownerId: string, ruleId: string, version: number) => ({ ownerId, name: `alert/${ruleId}`, version })

/** The columns of an encrypted secret. */
export interface SealedSecret {
  readonly version: number
  readonly keyVersion: number
  readonly nonce: Buffer
  readonly ciphertext: Buffer
}

/** Encrypts the secret of a rule, which only an engine decrypts. */
export async function sealSecret(
  client: PoolClient,
  ring: KeyRing,
  rule: { readonly ownerId: string; readonly id: string; readonly version: number },
  secret: string,
): Promise<SealedSecret> {
  const { ownerId, id, version } = rule
  const { key, version: keyVersion } = await currentDataKey(client, ring, { ownerId, use: 'engine' })
  return { version, keyVersion, ...sealValue(key, secret, placeOf(ownerId, id, version)) }
}

/** Throws when the secret does not decrypt under the keys in force. */
export async function openSecret(
  pool: Pool,
  ring: KeyRing,
  { ownerId, id }: { readonly ownerId: string; readonly id: string },
  { version, keyVersion, nonce, ciphertext }: SealedSecret,
): Promise<string> {
  const row = (await dataKeysOf(pool, ownerId, 'engine')).find((key) => key.version === keyVersion)
  if (!row) throw new Error('its signing key was lost: make a new one on the page of the rule')
  return openValue(await ring.unwrap(row, row), { nonce, ciphertext }, placeOf(ownerId, id, version))
}

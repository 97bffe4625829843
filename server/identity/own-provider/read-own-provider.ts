import type { Pool } from 'pg'
import type { OidcProvider } from '../../oidc-settings.ts'
import { dataKeysOf } from '../../secrets/data-keys.ts'
import type { KeyRing } from '../../secrets/key-ring.ts'
import { openValue } from '../../secrets/sealed-value.ts'
import { clientSecretName, type StoredOwnProvider } from './models.ts'
import { ownProviderId } from './provider-id.ts'

const columns = `name, issuer, client_id as "clientId", version, scopes, groups_claim as "groupsClaim", acr, domains,
  updated_at as "updatedAt"`

/** The provider of the owner without its secret; null for an owner without one. */
export async function readOwnProvider(pool: Pool, ownerId: string): Promise<StoredOwnProvider | null> {
  const { rows } = await pool.query<StoredOwnProvider>(`select ${columns} from owner_provider where owner_id = $1`, [
    ownerId,
  ])
  return rows[0] ?? null
}

/** Throws when the secret cannot be decrypted. */
export async function openOwnProvider(pool: Pool, ring: KeyRing, ownerId: string): Promise<OidcProvider | null> {
  const { rows } = await pool.query<StoredOwnProvider & { keyVersion: number; nonce: Buffer; ciphertext: Buffer }>(
    `select ${columns}, key_version as "keyVersion", nonce, web_ciphertext as ciphertext
       from owner_provider where owner_id = $1`,
    [ownerId],
  )
  if (!rows[0]) return null
  const { keyVersion, nonce, ciphertext, ...settings } = rows[0]
  const wrapped = (await dataKeysOf(pool, ownerId, 'web')).find(({ version }) => version === keyVersion)
  if (!wrapped) throw new Error(`The key of the client secret of the provider of ${ownerId} is gone. Enter it again.`)
  const place = { ownerId, name: clientSecretName, version: settings.version }
  const clientSecret = openValue(await ring.unwrap(wrapped, wrapped), { nonce, ciphertext }, place)
  return { ...settings, id: ownProviderId(ownerId), clientSecret, owner: ownerId, isOwnersOwn: true }
}

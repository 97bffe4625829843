import type { Pool, PoolClient } from 'pg'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../../api-error.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { accountKeyOf } from '../../oidc-settings.ts'
import { currentDataKey } from '../../secrets/data-keys.ts'
import type { KeyRing } from '../../secrets/key-ring.ts'
import { MasterKeyError } from '../../secrets/master-key.ts'
import { openValue, sealValue } from '../../secrets/sealed-value.ts'
import { changeMembers } from '../members/membership.ts'
import { clientSecretName, type SavedOwnProvider } from './models.ts'

/** Ends the sessions that began at the owner's own providers, except those of the accounts of `kept`. */
export type EndBoundSessions = (ownerId: string, kept: string | null) => Promise<void>

export interface OwnProviderStores {
  readonly pool: Pool
  readonly ring: KeyRing
  readonly endSessions: EndBoundSessions
}

interface Before {
  readonly issuer: string
  readonly clientId: string
  readonly version: number
  readonly keyVersion: number
  readonly nonce: Buffer
  readonly ciphertext: Buffer
}

/**
 * Sets up the owner's own provider, or changes it. The secret that is stored stays with its issuer: a change of the issuer
 * needs another one, or it would be sent wherever an administrator points. Throws `FORBIDDEN`, `INVALID_INPUT`,
 * `UNAVAILABLE`.
 */
export async function saveOwnProvider(
  { pool, ring, endSessions }: OwnProviderStores,
  actor: Actor,
  { clientSecret: given, ...settings }: SavedOwnProvider,
): Promise<{ readonly version: number }> {
  const { ownerId } = actor
  const saved = await changeMembers(pool, actor, async (client, current) => {
    const before = await lockProvider(client, ownerId)
    if (given === undefined && before?.issuer !== settings.issuer)
      throw new ApiError('INVALID_INPUT', 'Enter the client secret that the provider gave you.', 'clientSecret')
    const version = (before?.version ?? 0) + 1
    const secret = given ?? (await storedSecret(client, ring, ownerId, before as Before))
    const { key, version: keyVersion } = await currentDataKey(client, ring, { ownerId, use: 'web' })
    const { nonce, ciphertext } = sealValue(key, secret, { ownerId, name: clientSecretName, version })
    await client.query(
      `insert into owner_provider (owner_id, name, issuer, client_id, version, key_version, nonce, web_ciphertext, scopes,
         groups_claim, acr, domains, updated_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
       on conflict (owner_id) do update set (name, issuer, client_id, version, key_version, nonce, web_ciphertext, scopes,
         groups_claim, acr, domains, updated_by, updated_at) = ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, now())`,
      [
        ownerId,
        settings.name,
        settings.issuer,
        settings.clientId,
        version,
        keyVersion,
        nonce,
        ciphertext,
        settings.scopes,
        settings.groupsClaim,
        settings.acr,
        settings.domains,
        current.id,
      ],
    )
    await recordAudit(client, {
      actor: current,
      action: 'provider.save',
      target: settings.issuer,
      before: before && { issuer: before.issuer, clientId: before.clientId, version: before.version },
      after: { ...settings, version },
      outcome: 'done',
    })
    return { version }
  }).catch((error: unknown) => {
    throw error instanceof MasterKeyError ? new ApiError('UNAVAILABLE', error.message) : error
  })
  // Nobody would tell of logouts at an issuer that is none any more.
  await endSessions(ownerId, accountKeyOf({ issuer: settings.issuer, owner: ownerId, isOwnersOwn: true }))
  return saved
}

/** Removes the provider. Its sessions end; its members and their accounts stay, and log in again if it comes back. */
export async function removeOwnProvider(
  { pool, endSessions }: Omit<OwnProviderStores, 'ring'>,
  actor: Actor,
): Promise<{ readonly removed: boolean }> {
  const { ownerId } = actor
  const removed = await changeMembers(pool, actor, async (client, current) => {
    const before = await lockProvider(client, ownerId)
    if (!before) return false
    await client.query('delete from owner_provider where owner_id = $1', [ownerId])
    const { issuer, clientId, version } = before
    await recordAudit(client, {
      actor: current,
      action: 'provider.remove',
      target: issuer,
      before: { issuer, clientId, version },
      outcome: 'done',
    })
    return true
  })
  await endSessions(ownerId, null)
  return { removed }
}

/** The lock of the members serialises changes. */
async function lockProvider(client: PoolClient, ownerId: string): Promise<Before | undefined> {
  const { rows } = await client.query<Before>(
    `select issuer, client_id as "clientId", version, key_version as "keyVersion", nonce, web_ciphertext as ciphertext
       from owner_provider where owner_id = $1`,
    [ownerId],
  )
  return rows[0]
}

/** The ciphertext is bound to the version, so that a change seals the secret again. */
async function storedSecret(
  client: PoolClient,
  ring: KeyRing,
  ownerId: string,
  { version, nonce, ciphertext, keyVersion }: Before,
): Promise<string> {
  const { key, version: current } = await currentDataKey(client, ring, { ownerId, use: 'web' })
  if (current !== keyVersion) throw new ApiError('INVALID_INPUT', 'Enter the client secret again.', 'clientSecret')
  return openValue(key, { nonce, ciphertext }, { ownerId, name: clientSecretName, version })
}

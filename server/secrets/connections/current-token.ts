import type { Pool } from 'pg'
import { inTransaction } from '../../db/in-transaction.ts'
import type { AccessToken } from '../../secrets.ts'
import { currentDataKey, dataKeysOf } from '../data-keys.ts'
import { NotAuthentic } from '../envelope.ts'
import type { KeyRing } from '../key-ring.ts'
import type { OpenedConnection } from './opened-connection.ts'
import { type ConnectionPlace, openToken, sealToken } from './sealed-connection.ts'

interface TokenPlace {
  readonly pool: Pool
  readonly ring: KeyRing
  readonly ownerId: string
  readonly connection: OpenedConnection
}

interface Row {
  readonly keyVersion: number | null
  readonly nonce: Buffer | null
  readonly token: Buffer | null
}

/**
 * The access token of a stored connection, renewed where it is not usable. The lock of the row lets one process renew it:
 * many servers accept a refresh token once.
 */
export function currentToken(
  { pool, ring, ownerId, connection }: TokenPlace,
  isUsable: (token: AccessToken) => boolean,
  renew: (former: AccessToken | null) => Promise<AccessToken>,
): Promise<AccessToken> {
  const { name, version = 0, kind, settings } = connection
  const place: ConnectionPlace = { ownerId, name, version, kind, settings }
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<Row>(
      `select token_key_version as "keyVersion", token_nonce as nonce, token from connection
        where owner_id = $1 and name = $2 and version = $3 for update`,
      [ownerId, name, version],
    )
    const stored = rows[0] ? await storedToken(pool, ring, place, rows[0]) : null
    if (stored && isUsable(stored)) return stored
    const token = await renew(stored)
    const { key, version: keyVersion } = await currentDataKey(client, ring, { ownerId, use: 'engine' })
    const sealed = sealToken(key, JSON.stringify(token), place)
    await client.query(
      `update connection set token_key_version = $4, token_nonce = $5, token = $6
        where owner_id = $1 and name = $2 and version = $3`,
      [ownerId, name, version, keyVersion, sealed.nonce, sealed.ciphertext],
    )
    return token
  })
}

async function storedToken(
  pool: Pool,
  ring: KeyRing,
  place: ConnectionPlace,
  { keyVersion, nonce, token }: Row,
): Promise<AccessToken | null> {
  if (keyVersion === null || nonce === null || token === null) return null
  const keys = await dataKeysOf(pool, place.ownerId, 'engine')
  const wrapped = keys.find(({ version }) => version === keyVersion)
  if (!wrapped) return null
  try {
    return JSON.parse(
      openToken(await ring.unwrap(wrapped, wrapped), { nonce, ciphertext: token }, place),
    ) as AccessToken
  } catch (error) {
    if (error instanceof NotAuthentic) return null
    throw error
  }
}

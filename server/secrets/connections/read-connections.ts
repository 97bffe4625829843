import type { Pool } from 'pg'
import type { ConnectionKind } from '#core/definition/connections/kinds.ts'
import type { ConnectionSettings } from '#core/definition/connections/read-settings.ts'
import { NotAuthentic, type Sealed } from '../envelope.ts'
import { MasterKeyError } from '../master-key.ts'
import { openConnection, type SecretValues } from './sealed-connection.ts'

/** A connection as the engine holds it. `secrets` is null where its row does not decrypt. */
export interface DecryptedConnection {
  readonly name: string
  readonly kind: ConnectionKind
  readonly version: number
  readonly settings: ConnectionSettings
  readonly workflows: readonly string[]
  readonly secrets: SecretValues | null
  /** Why there are no secrets. */
  readonly reason: string | null
}

interface ConnectionRow extends Omit<DecryptedConnection, 'secrets' | 'reason'>, Sealed {
  readonly keyVersion: number
}

export async function connectionRows(pool: Pool, ownerId: string): Promise<readonly ConnectionRow[]> {
  const { rows } = await pool.query<ConnectionRow>(
    `select name, kind, version, settings, workflows, key_version as "keyVersion", nonce, ciphertext
       from connection where owner_id = $1 order by name`,
    [ownerId],
  )
  return rows
}

/** The connection with its secrets, or with the reason why they do not decrypt. */
export function decryptedConnection(
  ownerId: string,
  row: ConnectionRow,
  keys: ReadonlyMap<number, Buffer> | MasterKeyError,
  log: (line: string) => void,
): DecryptedConnection {
  const { name, kind, version, settings, workflows, keyVersion } = row
  const known = { name, kind, version, settings, workflows }
  if (keys instanceof MasterKeyError) return { ...known, secrets: null, reason: keys.message }
  const key = keys.get(keyVersion)
  try {
    if (key)
      return { ...known, secrets: openConnection(key, row, { ownerId, name, version, kind, settings }), reason: null }
    log(`the connection ${name} of the owner ${ownerId} has no data key ${keyVersion}`)
  } catch (error) {
    if (!(error instanceof NotAuthentic)) throw error
    log(`the connection ${name} of the owner ${ownerId} cannot be decrypted: ${error.message}`)
  }
  return {
    ...known,
    secrets: null,
    reason: 'Its row was changed, or belongs to another receiver. Enter the secrets again.',
  }
}

import type { Pool } from 'pg'
import { connectionRows, type DecryptedConnection, decryptedConnection } from './connections/read-connections.ts'
import { dataKeysOf } from './data-keys.ts'
import { NotAuthentic } from './envelope.ts'
import type { KeyRing } from './key-ring.ts'
import { MasterKeyError } from './master-key.ts'
import type { DecryptedSecret } from './owner-snapshot.ts'
import { openValue } from './sealed-value.ts'

export interface OwnerRead {
  readonly revision: string
  readonly secrets: readonly DecryptedSecret[]
  readonly connections: readonly DecryptedConnection[]
}

interface SecretRow extends Omit<DecryptedSecret, 'value' | 'reason'> {
  readonly keyVersion: number
  readonly nonce: Buffer
  readonly ciphertext: Buffer
}

type Row = { readonly revision: string } & { readonly [column in keyof SecretRow]: SecretRow[column] | null }

/** The revision of the secrets of an owner that has none. */
export const NEVER_CHANGED = '0'
/** The revision of secrets without a key in force: they are read again with the next question. */
const KEY_MISSING = 'key missing'

/** The revisions of the secrets of several owners; none for an owner without a row. */
export async function revisionsOf(pool: Pool, ownerIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await pool.query<{ ownerId: string; revision: string }>(
    `select owner_id as "ownerId", revision::text from secret_revision where owner_id = any($1)`,
    [ownerIds],
  )
  return new Map(rows.map(({ ownerId, revision }) => [ownerId, revision]))
}

/**
 * The decrypted secrets and connections of an owner: the only place where they are decrypted. A row that does not decrypt has a reason
 * in place of its value, so that the other secrets, and steps that need none, still work.
 */
export async function readOwnerSecrets(
  pool: Pool,
  ring: KeyRing,
  ownerId: string,
  log: (line: string) => void,
): Promise<OwnerRead> {
  const { rows } = await pool.query<Row>(
    `select r.revision::text, s.name, s.version, s.origins, s.workflows, s.key_version as "keyVersion", s.nonce, s.ciphertext
       from secret_revision r left join secret s on s.owner_id = r.owner_id and s.use = 'engine'
      where r.owner_id = $1 order by s.name`,
    [ownerId],
  )
  const stored = rows.filter((row): row is { revision: string } & SecretRow => row.name !== null)
  const linked = rows.length > 0 ? await connectionRows(pool, ownerId) : []
  const keys = stored.length + linked.length > 0 ? await unwrappedKeys(pool, ring, ownerId) : new Map<number, Buffer>()
  const secrets = stored.map((row): DecryptedSecret => {
    const { name, version, origins, workflows } = row
    return { name, version, origins, workflows, ...decrypted(ownerId, row, keys, log) }
  })
  const connections = linked.map((row) => decryptedConnection(ownerId, row, keys, log))
  const revision = keys instanceof MasterKeyError ? KEY_MISSING : (rows[0]?.revision ?? NEVER_CHANGED)
  return { revision, secrets, connections }
}

async function unwrappedKeys(
  pool: Pool,
  ring: KeyRing,
  ownerId: string,
): Promise<ReadonlyMap<number, Buffer> | MasterKeyError> {
  const rows = await dataKeysOf(pool, ownerId, 'engine')
  try {
    return new Map(await Promise.all(rows.map(async (row) => [row.version, await ring.unwrap(row, row)] as const)))
  } catch (error) {
    if (error instanceof MasterKeyError) return error
    throw error
  }
}

function decrypted(
  ownerId: string,
  row: SecretRow,
  keys: ReadonlyMap<number, Buffer> | MasterKeyError,
  log: (line: string) => void,
): Pick<DecryptedSecret, 'value' | 'reason'> {
  if (keys instanceof MasterKeyError) return { value: null, reason: keys.message }
  const { name, version, keyVersion } = row
  const key = keys.get(keyVersion)
  try {
    if (key) return { value: openValue(key, row, { ownerId, name, version }), reason: null }
    log(`the secret ${name} of the owner ${ownerId} has no data key ${keyVersion}`)
  } catch (error) {
    if (!(error instanceof NotAuthentic)) throw error
    log(`the secret ${name} of the owner ${ownerId} cannot be decrypted: ${error.message}`)
  }
  return { value: null, reason: 'Its row belongs to another owner or name, or was changed. Replace its value.' }
}

import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { KEY_BYTES } from './envelope.ts'
import type { KeyPlace, KeyRing, SecretUse, WrappedKey } from './key-ring.ts'

/** A row of `data_key`. */
export interface DataKeyRow extends WrappedKey, KeyPlace {}

export interface DataKey {
  readonly version: number
  readonly key: Buffer
}

const columns = `owner_id as "ownerId", use, version, master_key as "masterKey", nonce, wrapped as ciphertext`

/** The data key that encrypts new values of an owner; the first one is made here. */
export async function currentDataKey(
  client: PoolClient,
  ring: KeyRing,
  owner: { readonly ownerId: string; readonly use: SecretUse },
): Promise<DataKey> {
  const newest = async () => {
    const { rows } = await client.query<DataKeyRow>(
      `select ${columns} from data_key where owner_id = $1 and use = $2 order by version desc limit 1`,
      [owner.ownerId, owner.use],
    )
    return rows[0]
  }
  let row = await newest()
  if (!row) {
    await makeDataKey(client, ring, { ...owner, version: 1 })
    row = await newest()
  }
  if (!row) throw new Error(`the data key of ${owner.ownerId} is gone`)
  return { version: row.version, key: await ring.unwrap(row, row) }
}

/** Of two processes that make it at once, the second takes the key of the first. */
async function makeDataKey(client: PoolClient, ring: KeyRing, place: KeyPlace): Promise<void> {
  const { masterKey, nonce, ciphertext } = await ring.wrap(randomBytes(KEY_BYTES), place)
  await client.query(
    `insert into data_key (owner_id, use, version, master_key, nonce, wrapped) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [place.ownerId, place.use, place.version, masterKey, nonce, ciphertext],
  )
}

export async function dataKeysOf(pool: Pool, ownerId: string, use: SecretUse): Promise<readonly DataKeyRow[]> {
  const { rows } = await pool.query<DataKeyRow>(`select ${columns} from data_key where owner_id = $1 and use = $2`, [
    ownerId,
    use,
  ])
  return rows
}

/** Data keys that other master keys than the named one have wrapped, locked against another rotation. */
export async function dataKeysUnder(
  client: PoolClient,
  { other, after, most }: { readonly other: string; readonly after: KeyPlace | null; readonly most: number },
): Promise<readonly DataKeyRow[]> {
  const { rows } = await client.query<DataKeyRow>(
    `select ${columns} from data_key
      where master_key <> $1 and ($2::text is null or (owner_id, use, version) > ($2, $3, $4::integer))
      order by owner_id, use, version limit $5 for update`,
    [other, after?.ownerId ?? null, after?.use ?? null, after?.version ?? null, most],
  )
  return rows
}

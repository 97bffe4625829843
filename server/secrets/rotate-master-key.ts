import { randomBytes } from 'node:crypto'
import { rename, rm, stat } from 'node:fs/promises'
import type { Pool, PoolClient } from 'pg'
import { localActor } from '#server/access/actor.ts'
import { installationOwner } from '#server/audit/entry.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { type DataKeyRow, dataKeysUnder } from './data-keys.ts'
import { KEY_BYTES } from './envelope.ts'
import type { KeyRing } from './key-ring.ts'
import { loadKey, MasterKeyError, type MasterKeySettings, writeKeyFile } from './master-key.ts'

/** The result of one pass over the data keys. */
export interface Rewrapped {
  readonly rewrapped: number
  /** Data keys that no key in force unwraps. */
  readonly lost: readonly DataKeyRow[]
}

const BATCH = 100
/** The time for which the previous key stays in force, so that every process and open transaction has moved on. */
export const BOTH_IN_FORCE_MS = 24 * 3_600_000

/**
 * Re-wraps the data keys that another master key has wrapped. Secrets themselves are not touched, and processes go on:
 * both master keys are in force, and a process that meets an unknown key reads the key files again.
 */
export async function rewrapDataKeys(pool: Pool, ring: KeyRing): Promise<Rewrapped> {
  const fingerprint = await ring.currentFingerprint()
  const lost: DataKeyRow[] = []
  let rewrapped = 0
  if (fingerprint === null) return { rewrapped, lost }
  let after: DataKeyRow | null = null
  do {
    const rows: readonly DataKeyRow[] = await inTransaction(pool, async (client) => {
      const found = await dataKeysUnder(client, { other: fingerprint, after, most: BATCH })
      for (const row of found) {
        if (await rewrap(client, ring, row)) rewrapped += 1
        else lost.push(row)
      }
      return found
    })
    after = rows.at(-1) ?? null
  } while (after !== null)
  const actor = { ...localActor, ownerId: installationOwner }
  await recordAudit(pool, { actor, action: 'master-key.rotate', target: fingerprint, outcome: 'done' })
  return { rewrapped, lost }
}

async function rewrap(client: PoolClient, ring: KeyRing, row: DataKeyRow): Promise<boolean> {
  try {
    const { masterKey, nonce, ciphertext } = await ring.wrap(await ring.unwrap(row, row), row)
    await client.query(
      `update data_key set master_key = $4, nonce = $5, wrapped = $6, wrapped_at = now()
        where owner_id = $1 and use = $2 and version = $3`,
      [row.ownerId, row.use, row.version, masterKey, nonce, ciphertext],
    )
    return true
  } catch (error) {
    if (error instanceof MasterKeyError) return false
    throw error
  }
}

/**
 * Puts a new key into the key file of local mode, and the present one beside it as the previous one. At each moment the
 * two files contain every key in use. Throws `MasterKeyError` while the previous key is still in force.
 */
export async function renewKeyFile({ current, previous }: MasterKeySettings, now: number): Promise<void> {
  if (current.from !== 'made' || previous?.from !== 'made') return
  const before = await loadKey(current)
  if (before === null) throw new MasterKeyError('There is no master key yet: the first stored secret makes one.')
  const keptMs = await keptForMs(previous.file, now)
  if (keptMs !== null && keptMs < BOTH_IN_FORCE_MS) {
    throw new MasterKeyError('The master key was replaced less than a day ago, and the previous one is still in force.')
  }
  await replaceFile(previous.file, before.key)
  await replaceFile(current.file, randomBytes(KEY_BYTES))
}

/** Removes the previous key of local mode a day after it was replaced. */
export async function dropPreviousKey({ previous }: MasterKeySettings, now: number): Promise<boolean> {
  if (previous?.from !== 'made') return false
  const keptMs = await keptForMs(previous.file, now)
  if (keptMs === null || keptMs < BOTH_IN_FORCE_MS) return false
  await rm(previous.file)
  return true
}

/** Removes data keys that no key in force unwraps, and the secrets that they encrypt. */
export async function forgetDataKeys(pool: Pool, lost: readonly DataKeyRow[]): Promise<readonly string[]> {
  const names: string[] = []
  for (const { ownerId, use, version } of lost) {
    await inTransaction(pool, async (client) => {
      await client.query('update secret_revision set revision = revision + 1 where owner_id = $1', [ownerId])
      const { rows } = await client.query<{ name: string }>(
        'delete from secret where owner_id = $1 and use = $2 and key_version = $3 returning name',
        [ownerId, use, version],
      )
      await client.query('delete from data_key where owner_id = $1 and use = $2 and version = $3', [
        ownerId,
        use,
        version,
      ])
      const actor = { ...localActor, ownerId }
      for (const { name } of rows) {
        await recordAudit(client, { actor, action: 'secret.forget', target: name, outcome: 'done' })
        names.push(`${ownerId}/${name}`)
      }
    })
  }
  return names
}

async function keptForMs(file: string, now: number): Promise<number | null> {
  try {
    return now - (await stat(file)).mtimeMs
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The file has the old content or the new one, never a part. */
async function replaceFile(file: string, key: Buffer): Promise<void> {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  await writeKeyFile(draft, key)
  await rename(draft, file)
}

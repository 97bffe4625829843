import type { Pool } from 'pg'
import { dataKeysOf } from '#server/secrets/data-keys.ts'
import type { KeyRing } from '#server/secrets/key-ring.ts'
import { openValue } from '#server/secrets/sealed-value.ts'
import { type Secrets, webhooksOrigin } from '../../secrets.ts'

interface SecretRow {
  readonly name: string
  readonly version: number
  readonly keyVersion: number
  readonly nonce: Buffer
  readonly ciphertext: Buffer
}

export interface HookSecretsWanted {
  readonly ownerId: string
  readonly workflow: string
  readonly names: readonly string[]
}

/**
 * The values of the named secrets that are for webhooks and that the workflow may use; names without a value are left out.
 * `environment`: secrets of local mode. Throws when a stored one cannot be decrypted.
 */
export async function readHookSecrets(
  pool: Pool,
  ring: KeyRing,
  { ownerId, workflow, names }: HookSecretsWanted,
  environment?: Secrets,
): Promise<readonly string[]> {
  const { rows } = await pool.query<SecretRow>(
    `select name, version, key_version as "keyVersion", nonce, web_ciphertext as ciphertext from secret
      where owner_id = $1 and name = any($2) and use = 'web' and (workflows = '{}' or $3 = any(workflows))`,
    [ownerId, names, workflow],
  )
  const keys = rows.length === 0 ? [] : await dataKeysOf(pool, ownerId, 'web')
  const stored = await Promise.all(
    rows.map(async (row) => {
      const wrapped = keys.find(({ version }) => version === row.keyVersion)
      if (!wrapped) throw new Error(`The key of the secret ${row.name} is gone. Replace its value.`)
      return openValue(await ring.unwrap(wrapped, wrapped), row, { ownerId, name: row.name, version: row.version })
    }),
  )
  const known = new Set(rows.map(({ name }) => name))
  const others = names.flatMap((name) => {
    const isForHooks = !known.has(name) && environment?.originsOf(name).includes(webhooksOrigin)
    return (isForHooks && environment?.find(name)) || []
  })
  return [...stored, ...others]
}

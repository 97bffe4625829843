import type { Pool, PoolClient } from 'pg'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { ApiError } from '../api-error.ts'
import { webhooksOrigin } from '../secrets.ts'
import { changingSecrets } from './changing-secrets.ts'
import { currentDataKey } from './data-keys.ts'
import type { KeyRing, SecretUse } from './key-ring.ts'
import type { NewSecret } from './models.ts'
import { sealValue } from './sealed-value.ts'

/** What may be changed without the value. */
export type SecretSettings = Pick<NewSecret, 'name' | 'origins' | 'workflows'>

interface Before extends Pick<NewSecret, 'origins' | 'workflows'> {
  readonly version: number
}

/** Stores a secret for steps. Throws `FORBIDDEN`, `NAME_TAKEN`, `TOO_LARGE`. */
export function createSecret(pool: Pool, ring: KeyRing, actor: Actor, secret: NewSecret): Promise<{ version: number }> {
  return changingSecrets(pool, actor, async (client) => {
    const { ownerId } = actor
    const { name, origins, workflows } = secret
    const { rows } = await client.query<{ count: number; taken: boolean }>(
      'select count(*)::int as count, coalesce(bool_or(name = $2), false) as taken from secret where owner_id = $1',
      [ownerId, name],
    )
    if (rows[0]?.taken)
      throw new ApiError('NAME_TAKEN', `There is already a secret ${name}. Replace its value.`, 'name')
    if ((rows[0]?.count ?? 0) >= limits.secrets.most) {
      throw new ApiError('TOO_LARGE', `There are already ${limits.secrets.most} secrets. Remove unused ones.`, 'name')
    }
    const version = 1
    const use = useOf(origins)
    const { key, version: keyVersion } = await currentDataKey(client, ring, { ownerId, use })
    const { nonce, ciphertext } = sealValue(key, secret.value, { ownerId, name, version })
    await client.query(
      `insert into secret (owner_id, name, version, use, origins, workflows, key_version, nonce, ${columnOf[use]}, created_by, updated_by)
       values ($1, $2, $3, $10, $4, $5, $6, $7, $8, $9, $9)`,
      [ownerId, name, version, origins, workflows, keyVersion, nonce, ciphertext, actor.id, use],
    )
    await recordAudit(client, {
      actor,
      action: 'secret.create',
      target: name,
      after: { version, origins, workflows },
      outcome: 'done',
    })
    return { version }
  })
}

/** Stores another value under the name. Throws `FORBIDDEN`, `NOT_FOUND`. */
export function replaceSecret(
  pool: Pool,
  ring: KeyRing,
  actor: Actor,
  { name, value }: Pick<NewSecret, 'name' | 'value'>,
): Promise<{ version: number }> {
  return changingSecrets(pool, actor, async (client) => {
    const { ownerId } = actor
    const before = await lockSecret(client, ownerId, name)
    const version = before.version + 1
    const use = useOf(before.origins)
    const { key, version: keyVersion } = await currentDataKey(client, ring, { ownerId, use })
    const { nonce, ciphertext } = sealValue(key, value, { ownerId, name, version })
    await client.query(
      `update secret set version = $3, key_version = $4, nonce = $5, ${columnOf[use]} = $6, updated_by = $7, updated_at = now()
        where owner_id = $1 and name = $2`,
      [ownerId, name, version, keyVersion, nonce, ciphertext, actor.id],
    )
    await recordAudit(client, {
      actor,
      action: 'secret.replace',
      target: name,
      before: { version: before.version },
      after: { version },
      outcome: 'done',
    })
    return { version }
  })
}

/** Changes who may receive and use the secret. Throws `FORBIDDEN`, `NOT_FOUND`. */
export function changeSecret(pool: Pool, actor: Actor, settings: SecretSettings): Promise<{ version: number }> {
  return changingSecrets(pool, actor, async (client) => {
    const { name, origins, workflows } = settings
    const before = await lockSecret(client, actor.ownerId, name)
    if (useOf(origins) !== useOf(before.origins)) throw otherUse()
    await client.query(
      `update secret set origins = $3, workflows = $4, updated_by = $5, updated_at = now()
        where owner_id = $1 and name = $2`,
      [actor.ownerId, name, origins, workflows, actor.id],
    )
    await recordAudit(client, {
      actor,
      action: 'secret.change',
      target: name,
      before: { origins: before.origins, workflows: before.workflows },
      after: { origins, workflows },
      outcome: 'done',
    })
    return { version: before.version }
  })
}

/** Removes the secret: steps that name it fail from then on. Throws `FORBIDDEN`, `NOT_FOUND`. */
export function removeSecret(pool: Pool, actor: Actor, name: string): Promise<{ removed: true }> {
  return changingSecrets(pool, actor, async (client) => {
    const { version, origins, workflows } = await lockSecret(client, actor.ownerId, name)
    await client.query('delete from secret where owner_id = $1 and name = $2', [actor.ownerId, name])
    await recordAudit(client, {
      actor,
      action: 'secret.remove',
      target: name,
      before: { version, origins, workflows },
      outcome: 'done',
    })
    return { removed: true }
  })
}

/** The process that reads a secret. Calls of webhooks are verified by the web process, which reads no other secret. */
function useOf(origins: readonly string[]): SecretUse {
  if (!origins.includes(webhooksOrigin)) return 'engine'
  if (origins.length === 1) return 'web'
  throw new ApiError(
    'BAD_REQUEST',
    'A secret for webhooks has no other receivers. Store it under another name for them.',
    'origins',
  )
}

const columnOf: Readonly<Record<SecretUse, string>> = { engine: 'ciphertext', web: 'web_ciphertext' }

const otherUse = () =>
  new ApiError(
    'BAD_REQUEST',
    'A secret for webhooks stays one, and another does not become one. Add a new secret.',
    'origins',
  )

async function lockSecret(client: PoolClient, ownerId: string, name: string): Promise<Before> {
  const { rows } = await client.query<Before>(
    `select version, origins, workflows from secret
      where owner_id = $1 and name = $2 and (use = 'engine' or origins = '{${webhooksOrigin}}')`,
    [ownerId, name],
  )
  const [row] = rows
  if (!row) throw new ApiError('NOT_FOUND', `There is no secret ${name}.`, 'name')
  return row
}

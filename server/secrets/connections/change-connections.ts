import type { Pool, PoolClient } from 'pg'
import type { ConnectionKind } from '#core/definition/connections/kinds.ts'
import {
  type ConnectionSettings,
  type ReadSettings,
  readSecretFields,
  readSettings,
  receiverOf,
} from '#core/definition/connections/read-settings.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { ApiError } from '../../api-error.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { changingSecrets } from '../changing-secrets.ts'
import { currentDataKey } from '../data-keys.ts'
import type { KeyRing } from '../key-ring.ts'
import type { ConnectionChange, NewConnection } from './models.ts'
import { type ConnectionPlace, type SecretValues, sealConnection } from './sealed-connection.ts'
import { workflowsWithConnection } from './workflows-with-connection.ts'

interface Before {
  readonly version: number
  readonly kind: ConnectionKind
  readonly settings: ConnectionSettings
  readonly secretFields: readonly string[]
  readonly workflows: readonly string[]
}

/** Stores a connection for steps. Throws `FORBIDDEN`, `NAME_TAKEN`, `TOO_LARGE`, `BAD_REQUEST`. */
export function createConnection(
  pool: Pool,
  ring: KeyRing,
  actor: Actor,
  { name, kind, workflows, ...given }: NewConnection,
): Promise<{ version: number }> {
  const settings = checked('settings', readSettings(kind, given.settings))
  const secrets = checked('secrets', readSecretFields(kind, given.secrets))
  return changingSecrets(pool, actor, async (client) => {
    await requireRoom(client, actor.ownerId, name)
    const place = { ownerId: actor.ownerId, name, version: 1, kind, settings }
    const sealed = await sealedFor(client, ring, place, secrets)
    await client.query(
      `insert into connection (owner_id, name, kind, version, settings, secret_fields, workflows, key_version, nonce,
                               ciphertext, created_by, updated_by)
       values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $9, $10, $10)`,
      [actor.ownerId, name, kind, settings, Object.keys(secrets), workflows, ...sealed, actor.id],
    )
    await recordAudit(client, {
      actor,
      action: 'connection.create',
      target: name,
      after: { version: 1, kind, settings, workflows },
      outcome: 'done',
    })
    return { version: 1 }
  })
}

/**
 * Changes a connection. With `secrets`, they replace the stored ones as a whole; they are required when the receiver
 * changes, because a stored secret is never sent to another host. Throws `FORBIDDEN`, `NOT_FOUND`, `BAD_REQUEST`.
 */
export function changeConnection(
  pool: Pool,
  ring: KeyRing,
  actor: Actor,
  { name, workflows, ...given }: ConnectionChange,
): Promise<{ version: number }> {
  return changingSecrets(pool, actor, async (client) => {
    const before = await lockConnection(client, actor.ownerId, name)
    const { kind } = before
    const settings = checked('settings', readSettings(kind, given.settings))
    const isMoved = receiverOf(kind, settings) !== receiverOf(kind, before.settings)
    const replaces = given.secrets !== undefined || (isMoved && before.secretFields.length === 0)
    if (isMoved && !replaces) {
      const message =
        'The receiver has changed, so enter the secrets again: the stored ones are for the former receiver.'
      throw new ApiError('BAD_REQUEST', message, 'secrets')
    }
    const version = replaces ? before.version + 1 : before.version
    await client.query(
      `update connection set version = $3, settings = $4, workflows = $5, updated_by = $6, updated_at = now(),
              token_key_version = null, token_nonce = null, token = null,
              tested_at = null, test_passed = null, test_message = null
        where owner_id = $1 and name = $2`,
      [actor.ownerId, name, version, settings, workflows, actor.id],
    )
    if (replaces) {
      const secrets = checked('secrets', readSecretFields(kind, given.secrets ?? {}))
      const sealed = await sealedFor(client, ring, { ownerId: actor.ownerId, name, version, kind, settings }, secrets)
      await client.query(
        `update connection set secret_fields = $3, key_version = $4, nonce = $5, ciphertext = $6
          where owner_id = $1 and name = $2`,
        [actor.ownerId, name, Object.keys(secrets), ...sealed],
      )
    }
    await recordAudit(client, {
      actor,
      action: 'connection.change',
      target: name,
      before: { version: before.version, settings: before.settings, workflows: before.workflows },
      after: { version, settings, workflows },
      outcome: 'done',
    })
    return { version }
  })
}

/**
 * Removes a connection. While published workflows name it, only with `evenIfUsed`. Throws `FORBIDDEN`, `NOT_FOUND`,
 * `CONFLICT`.
 */
export function removeConnection(
  pool: Pool,
  actor: Actor,
  { name, evenIfUsed }: { readonly name: string; readonly evenIfUsed: boolean },
): Promise<{ removed: true }> {
  return changingSecrets(pool, actor, async (client) => {
    const { kind, version } = await lockConnection(client, actor.ownerId, name)
    const users = (await workflowsWithConnection(client, actor.ownerId, { name })).get(name) ?? []
    if (users.length > 0 && !evenIfUsed) {
      const message = `${users.join(', ')} use the connection ${name}. Change their steps, or remove it all the same.`
      throw new ApiError('CONFLICT', message, 'name')
    }
    await client.query('delete from connection where owner_id = $1 and name = $2', [actor.ownerId, name])
    await recordAudit(client, {
      actor,
      action: 'connection.remove',
      target: name,
      before: { version, kind },
      outcome: 'done',
    })
    return { removed: true }
  })
}

/** Asks an engine to test a connection; the list shows its answer. Throws `FORBIDDEN`, `NOT_FOUND`. */
export async function testConnection(pool: Pool, actor: Actor, name: string): Promise<{ asked: true }> {
  requirePermission(permits(actor, 'secret.use'))
  return inTransaction(pool, async (client) => {
    const { rowCount } = await client.query(
      `update connection set test_asked_at = now(), tested_at = null, test_passed = null, test_message = null
        where owner_id = $1 and name = $2`,
      [actor.ownerId, name],
    )
    if (rowCount === 0) throw notFound(name)
    await recordAudit(client, { actor, action: 'connection.test', target: name, outcome: 'done' })
    return { asked: true }
  })
}

async function requireRoom(client: PoolClient, ownerId: string, name: string): Promise<void> {
  const { rows } = await client.query<{ count: number; taken: boolean }>(
    'select count(*)::int as count, coalesce(bool_or(name = $2), false) as taken from connection where owner_id = $1',
    [ownerId, name],
  )
  const { most } = limits.connections
  if (rows[0]?.taken) throw new ApiError('NAME_TAKEN', `There is already a connection ${name}. Change it.`, 'name')
  if ((rows[0]?.count ?? 0) >= most) {
    throw new ApiError('TOO_LARGE', `There are already ${most} connections. Remove unused ones.`, 'name')
  }
}

async function sealedFor(client: PoolClient, ring: KeyRing, place: ConnectionPlace, secrets: SecretValues) {
  const { key, version } = await currentDataKey(client, ring, { ownerId: place.ownerId, use: 'engine' })
  const { nonce, ciphertext } = sealConnection(key, secrets, place)
  return [version, nonce, ciphertext] as const
}

function checked(where: 'settings' | 'secrets', read: ReadSettings): ConnectionSettings {
  if (read.ok) return read.settings
  throw new ApiError('BAD_REQUEST', read.message, `${where}.${read.field}`)
}

async function lockConnection(client: PoolClient, ownerId: string, name: string): Promise<Before> {
  const { rows } = await client.query<Before>(
    `select version, kind, settings, secret_fields as "secretFields", workflows from connection
      where owner_id = $1 and name = $2`,
    [ownerId, name],
  )
  const [row] = rows
  if (!row) throw notFound(name)
  return row
}

const notFound = (name: string) => new ApiError('NOT_FOUND', `There is no connection ${name}.`, 'name')

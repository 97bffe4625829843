import type { Pool } from 'pg'
import { isLongerThan } from '#core/expression/byte-length.ts'
import { limits } from '#core/limits.ts'
import { type ApiDocument, readOpenApi } from '#importers/openapi/read-openapi.ts'
import type { Actor } from '#server/access/actor.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { ApiError } from '../api-error.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { WrittenConnector } from './models.ts'

/**
 * Adds a connector, or replaces its document; steps that were made of the former one stay as they are. Throws
 * `BAD_REQUEST`, `TOO_LARGE`.
 */
export async function saveConnector(
  pool: Pool,
  actor: Actor,
  { name, text, connection = null, operations: chosen }: WrittenConnector,
): Promise<{ readonly version: number; readonly operations: number }> {
  const api = checked(text, connection)
  const operations = chosen === undefined ? api.operations : api.operations.filter(({ id }) => chosen.includes(id))
  if (operations.length === 0) {
    throw new ApiError('BAD_REQUEST', 'Choose at least one operation of the document.', 'operations')
  }
  const stored = JSON.stringify(operations)
  if (isLongerThan(limits.connectors.documentBytes, stored)) {
    const message = `The operations take more than ${limits.connectors.documentBytes / 1024} kB. Choose fewer.`
    throw new ApiError('TOO_LARGE', message, 'operations')
  }
  const { ownerId } = actor
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`connectors ${ownerId}`])
    const { rows } = await client.query<{ name: string; version: number }>(
      'select name, version from connector where owner_id = $1',
      [ownerId],
    )
    const before = rows.find((row) => row.name === name)
    if (before === undefined && rows.length >= limits.connectors.most) {
      const message = `There are already ${limits.connectors.most} connectors. Remove unused ones.`
      throw new ApiError('TOO_LARGE', message, 'name')
    }
    const version = (before?.version ?? 0) + 1
    await client.query(
      `insert into connector (owner_id, name, version, title, api_version, server, connection, operations, updated_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (owner_id, name) do update
          set version = excluded.version, title = excluded.title, api_version = excluded.api_version,
              server = excluded.server, connection = excluded.connection, operations = excluded.operations,
              updated_by = excluded.updated_by, updated_at = now()`,
      [ownerId, name, version, api.title, api.version, api.server, connection, stored, actor.id],
    )
    await recordAudit(client, {
      actor,
      action: 'connector.save',
      target: name,
      ...(before && { before: { version: before.version } }),
      after: { version, operations: operations.length, connection },
      outcome: 'done',
    })
    return { version, operations: operations.length }
  })
}

/** Removes a connector; steps that were made of it stay as they are. Throws `NOT_FOUND`. */
export function removeConnector(pool: Pool, actor: Actor, name: string): Promise<{ readonly removed: true }> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ version: number }>(
      'delete from connector where owner_id = $1 and name = $2 returning version',
      [actor.ownerId, name],
    )
    const [row] = rows
    if (!row) throw new ApiError('NOT_FOUND', `There is no connector ${name}.`, 'name')
    await recordAudit(client, {
      actor,
      action: 'connector.remove',
      target: name,
      before: { version: row.version },
      outcome: 'done',
    })
    return { removed: true }
  })
}

function checked(text: string, connection: string | null): ApiDocument {
  const read = readOpenApi(text)
  if (!read.ok) throw new ApiError('BAD_REQUEST', read.message, 'text')
  if (read.api.server === null && connection === null) {
    const message = 'The document names no server with a complete address. Choose a connection, which knows the host.'
    throw new ApiError('BAD_REQUEST', message, 'connection')
  }
  return read.api
}

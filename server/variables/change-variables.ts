import type { Pool } from 'pg'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { ApiError } from '../api-error.ts'
import { inTransaction } from '../db/in-transaction.ts'
import type { WrittenVariable } from './models.ts'

/** Adds a variable, or changes its value; runs that have begun keep the former one. Throws `TOO_LARGE`. */
export function saveVariable(
  pool: Pool,
  actor: Actor,
  { name, value, description }: WrittenVariable,
): Promise<{ readonly created: boolean }> {
  const { ownerId } = actor
  return inTransaction(pool, async (client) => {
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`variables ${ownerId}`])
    const { rows } = await client.query<{ name: string; value: string }>(
      'select name, value from variable where owner_id = $1',
      [ownerId],
    )
    const before = rows.find((row) => row.name === name)
    if (before === undefined && rows.length >= limits.variables.most) {
      throw new ApiError(
        'TOO_LARGE',
        `There are already ${limits.variables.most} variables. Remove unused ones.`,
        'name',
      )
    }
    await client.query(
      `insert into variable (owner_id, name, value, description, updated_by) values ($1, $2, $3, coalesce($4, ''), $5)
       on conflict (owner_id, name) do update
          set value = excluded.value, description = coalesce($4, variable.description),
              updated_by = excluded.updated_by, updated_at = now()`,
      [ownerId, name, value, description ?? null, actor.id],
    )
    await recordAudit(client, {
      actor,
      action: 'variable.save',
      target: name,
      ...(before && { before: { value: before.value } }),
      after: { value },
      outcome: 'done',
    })
    return { created: before === undefined }
  })
}

/** Removes a variable; runs that start later and read it fail. Throws `NOT_FOUND`. */
export function removeVariable(pool: Pool, actor: Actor, name: string): Promise<{ readonly removed: true }> {
  return inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ value: string }>(
      'delete from variable where owner_id = $1 and name = $2 returning value',
      [actor.ownerId, name],
    )
    const [row] = rows
    if (!row) throw new ApiError('NOT_FOUND', `There is no variable ${name}.`, 'name')
    await recordAudit(client, {
      actor,
      action: 'variable.remove',
      target: name,
      before: { value: row.value },
      outcome: 'done',
    })
    return { removed: true }
  })
}

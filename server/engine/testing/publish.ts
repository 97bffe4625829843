import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { Definition } from '#core/definition/definition.ts'

/** Puts a definition into the database as the next version of its workflow, without a text behind it. */
export async function publishForTest(pool: Pool, definition: Definition, ownerId = 'local'): Promise<number> {
  const compiled = JSON.stringify(definition)
  const { rows } = await pool.query<{ latest_version: number }>(
    `insert into workflow (owner_id, name, latest_version) values ($1, $2, 1)
     on conflict (owner_id, name) do update set latest_version = workflow.latest_version + 1 returning latest_version`,
    [ownerId, definition.workflow_type],
  )
  const version = rows[0]?.latest_version ?? 1
  await pool.query(
    `insert into definition (owner_id, name, version, hash, text, compiled, author) values ($1, $2, $3, $4, '', $5, 'test')`,
    [ownerId, definition.workflow_type, version, createHash('sha256').update(compiled).digest('hex'), compiled],
  )
  return version
}

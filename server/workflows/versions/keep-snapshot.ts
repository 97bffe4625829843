import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Definition } from '#core/definition/definition.ts'
import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import type { Actor } from '#server/access/actor.ts'

export interface Snapshot {
  readonly name: string
  readonly text: string
  /** The definition that the test executes. */
  readonly definition: Definition
  readonly plan: TestPlan
}

/**
 * Stores the snapshot that a test run executes, and returns its version number. The number is negative and no list
 * shows it. An equal snapshot keeps its number, and no other snapshot ever gets that number, because readers cache a
 * snapshot by its number. Null when the workflow does not exist; the workflow's row is locked until the transaction
 * ends.
 */
export async function keepSnapshot(
  client: PoolClient,
  actor: Actor,
  { name, text, definition, plan }: Snapshot,
): Promise<number | null> {
  const key = [actor.ownerId, name]
  const locked = await client.query('select from workflow where owner_id = $1 and name = $2 for update', key)
  if (locked.rowCount === 0) return null
  const test = JSON.stringify(plan)
  const hash = createHash('sha256').update(`${text}\0${test}`).digest('hex')
  // The age of a reused snapshot restarts: an unused snapshot is removed a day after its last use.
  const known = await client.query<{ version: number }>(
    `update definition set created_at = now()
      where owner_id = $1 and name = $2 and version < 0 and hash = $3 returning version`,
    [...key, hash],
  )
  if (known.rows[0]) return known.rows[0].version
  const { rows } = await client.query<{ version: number }>(
    // An older process running in parallel does not use this counter; its numbers are found in `definition`.
    `with counted as (
       update workflow w
          set latest_snapshot = least(latest_snapshot,
                (select min(version) from definition d where d.owner_id = w.owner_id and d.name = w.name)) - 1
        where owner_id = $1 and name = $2
       returning latest_snapshot)
     insert into definition (owner_id, name, version, hash, text, compiled, test, author)
     select $1, $2, latest_snapshot, $3, $4, $5, $6, $7 from counted
     returning version`,
    [...key, hash, text, JSON.stringify(definition), test, actor.id],
  )
  return rows[0]?.version ?? null
}

import { createHash } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Definition } from '#core/definition/definition.ts'
import type { TestPlan } from '#core/definition/test-run/test-plan.ts'
import type { Actor } from '#server/access/actor.ts'

export interface Snapshot {
  readonly name: string
  readonly text: string
  /** What is run of it. */
  readonly definition: Definition
  readonly plan: TestPlan
}

/**
 * Keeps what a test run executes, and returns its number, which is below 0 and
 * offered to nobody. The same again has the number that it had, and no other
 * ever has it: what a number stands for is kept by whoever has read it. Null
 * where there is no such workflow; its row is locked until the transaction ends.
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
  // Kept as if it were new: a snapshot that nobody runs any more is removed a day after it was last wanted.
  const known = await client.query<{ version: number }>(
    `update definition set created_at = now()
      where owner_id = $1 and name = $2 and version < 0 and hash = $3 returning version`,
    [...key, hash],
  )
  if (known.rows[0]) return known.rows[0].version
  const { rows } = await client.query<{ version: number }>(
    // A process of an earlier version, beside this one, does not count: what it gave is seen in `definition`.
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

import type { Pool, PoolClient } from 'pg'
import type { Definition } from '#core/definition/definition.ts'
import type { Actor } from '#server/access/actor.ts'
import { auditInsert } from '#server/audit/record-audit.ts'
import { kindOf } from './kind-of.ts'
import { tagsOf } from './tags-of.ts'

export interface NewWorkflow {
  readonly name: string
  readonly text: string
  readonly definition: Definition | null
}

/** Adds a workflow with its first draft. Returns false without any change when the name is taken. */
export async function insertWorkflow(
  client: Pool | PoolClient,
  actor: Actor,
  { name, text, definition }: NewWorkflow,
): Promise<boolean> {
  const values: unknown[] = [
    actor.ownerId,
    name,
    definition?.description ?? null,
    text,
    actor.id,
    definition?.steps.length ?? 0,
    definition?.title ?? null,
    tagsOf(definition),
    definition === null ? 'steps' : kindOf(definition),
  ]
  const entry = { actor, action: 'workflow.create', target: name, after: text, outcome: 'done' } as const
  const { rowCount } = await client.query(
    `with added as (
       insert into workflow (owner_id, name, description, title, tags, kind) values ($1, $2, $3, $7, $8, $9)
       on conflict do nothing
       returning owner_id, name),
     audited as (${auditInsert(entry, (value) => `$${values.push(value)}`, 'exists (select from added)')})
     insert into draft (owner_id, name, text, updated_by, step_count, editors)
     select owner_id, name, $4, $5, $6, array[$5] from added`,
    values,
  )
  return rowCount === 1
}

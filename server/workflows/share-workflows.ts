import type { Actor } from '#server/access/actor.ts'
import { auditInsert } from '#server/audit/record-audit.ts'
import type { Stores } from '../stores.ts'

/**
 * Copies the actor's published workflows to another owner, so that a run started for that owner finds its definition
 * and those of its sub-workflows. Versions keep their numbers; existing versions of that owner stay.
 */
export async function shareWorkflows({ pool }: Stores, actor: Actor, ownerId: string): Promise<void> {
  const values: unknown[] = [actor.ownerId, ownerId]
  const entry = { actor, action: 'workflow.share', target: ownerId, outcome: 'done' } as const
  const audited = auditInsert(entry, (value) => `$${values.push(value)}`, 'exists (select from shared)')
  await pool.query(
    `with shared as (
       insert into definition (owner_id, name, version, hash, label, text, compiled, message, author, created_at)
       select $2, name, version, hash, label, text, compiled, message, author, created_at
         from definition where owner_id = $1 and version > 0
       on conflict do nothing
       returning name),
     audited as (${audited})
     insert into workflow (owner_id, name, title, description, tags, kind, latest_version)
     select $2, name, title, description, tags, kind, latest_version from workflow
      where owner_id = $1 and latest_version > 0 and name in (select name from shared)
     on conflict (owner_id, name) do update set latest_version = excluded.latest_version, updated_at = now()`,
    values,
  )
}

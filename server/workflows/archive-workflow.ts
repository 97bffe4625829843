import type { Actor } from '#server/access/actor.ts'
import { auditInsert } from '#server/audit/record-audit.ts'
import type { Stores } from '../stores.ts'
import { workflowNotFound } from './workflow-not-found.ts'

/**
 * Archives a workflow, which hides it from the lists, or restores it. Its runs go on; new runs are refused while it is
 * archived, and times of its schedules that pass meanwhile are not made up for. Throws `NOT_FOUND`.
 */
export async function archiveWorkflow(
  { pool }: Stores,
  actor: Actor,
  { name, archived }: { readonly name: string; readonly archived: boolean },
): Promise<{ readonly name: string }> {
  const values: unknown[] = [actor.ownerId, name, archived]
  const entry = {
    actor,
    action: archived ? 'workflow.archive' : 'workflow.restore',
    target: name,
    outcome: 'done',
  } as const
  const { rowCount } = await pool.query(
    `with changed as (
       update workflow
          set archived_at = case when $3 then coalesce(archived_at, now()) end, updated_at = now()
        where owner_id = $1 and name = $2 returning name),
     audited as (${auditInsert(entry, (value) => `$${values.push(value)}`, 'exists (select from changed)')}),
     resumed as (
       update trigger t set handled_until = clock_timestamp()
         from changed c where not $3 and t.owner_id = $1 and t.workflow = c.name)
     select from changed`,
    values,
  )
  if (rowCount === 0) throw workflowNotFound(name)
  return { name }
}

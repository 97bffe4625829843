import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { auditInsert } from '#server/audit/record-audit.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import { analyse } from '../analysis/analyse.ts'
import type { SaveDraftResult } from '../models.ts'
import { tagsOf } from '../tags-of.ts'
import { workflowNotFound } from '../workflow-not-found.ts'

export interface SaveDraftRequest {
  readonly name: string
  readonly text: string
  /** The revision that the text was based on: a newer revision is a conflict, and is not overwritten. */
  readonly baseRevision: number
}

/**
 * The condition for a row of the audit: the designer saves at each pause of typing, and a row of each save would say
 * nothing more than the first one of a person.
 */
const beginsSession = `exists (select from saved) and exists (
  select from before where revision = 1 or updated_by <> $4
    or updated_at < now() - make_interval(secs => ${limits.audit.editSessionMs / 1_000}))`

/**
 * Saves a draft, broken or not: a text is never lost for being wrong. A repeated request with an already saved text
 * gets the first response. Throws `NOT_FOUND`.
 */
export async function saveDraft(
  { pool }: Stores,
  actor: Actor,
  { name, text, baseRevision }: SaveDraftRequest,
): Promise<SaveDraftResult> {
  const { definition } = await analyse(actor.ownerId, text)
  const values: unknown[] = [
    actor.ownerId,
    name,
    text,
    actor.id,
    baseRevision,
    definition?.steps.length ?? null,
    definition?.description ?? null,
    definition !== null,
    definition?.title ?? null,
    tagsOf(definition),
  ]
  const entry = { actor, action: 'workflow.edit', target: name, after: text, outcome: 'done' } as const
  const audited = auditInsert(entry, (value) => `$${values.push(value)}`, beginsSession)
  const saved = await pool.query<{ revision: number; updated_at: Date }>(
    `with before as (select revision, updated_by, updated_at from draft where owner_id = $1 and name = $2),
     saved as (
       update draft
          set text = $3, revision = revision + 1, updated_by = $4, updated_at = now(),
              step_count = coalesce($6, step_count),
              editors = case when $4 = any(editors) or text = $3 then editors else array_append(editors, $4) end
        where owner_id = $1 and name = $2 and revision = $5
            and exists (select from workflow w where w.owner_id = $1 and w.name = $2 and w.kind = 'steps')
        returning owner_id, name, revision, updated_at),
     described as (
       update workflow w set description = $7, title = $9, tags = $10 from saved s
        where $8 and w.owner_id = s.owner_id and w.name = s.name),
     audited as (${audited})
     select revision, updated_at from saved`,
    values,
  )
  const row = saved.rows[0]
  if (row) return { outcome: 'saved', revision: row.revision, updatedAt: row.updated_at.toISOString() }

  const { rows } = await pool.query<{
    revision: number
    text: string
    updated_by: string
    updated_at: Date
    kind: string
  }>(
    `select d.revision, d.text, d.updated_by, d.updated_at, w.kind
       from draft d join workflow w using (owner_id, name) where owner_id = $1 and name = $2`,
    [actor.ownerId, name],
  )
  const current = rows[0]
  if (!current) throw workflowNotFound(name)
  if (current.text === text) {
    return { outcome: 'saved', revision: current.revision, updatedAt: current.updated_at.toISOString() }
  }
  if (current.kind === 'code') throw new ApiError('INVALID_TRANSITION', `${name} is code: change its file.`, 'text')
  return { outcome: 'conflict', revision: current.revision, text: current.text, updatedBy: current.updated_by }
}

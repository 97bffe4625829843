import type { Problem } from '#core/definition/problem.ts'
import type { Actor } from '#server/access/actor.ts'
import { permits, requirePermission } from '#server/access/may.ts'
import { recordAudit } from '#server/audit/record-audit.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Stores } from '../../stores.ts'
import { insertWorkflow } from '../insert-workflow.ts'
import type { KnownSources } from '../known-names.ts'
import type { ImportReport } from '../models.ts'
import { tagsOf } from '../tags-of.ts'
import { publishText } from '../versions/publish-texts.ts'
import { hasErrors, type ReadDocument, readKnownDocuments } from './read-documents.ts'

export interface ImportRequest extends KnownSources {
  readonly text: string
  /** Also publishes texts without errors. */
  readonly publish: boolean
}

type Imported = ImportReport['workflows'][number]

/**
 * Creates a draft of every document that has a name, broken or not, and reports the parts that were not understood. An
 * existing workflow gets the text as its draft, unless its draft has unpublished changes, which are never overwritten.
 * Throws `FORBIDDEN` where it also publishes and the actor may not.
 */
export async function importWorkflows(stores: Stores, actor: Actor, request: ImportRequest): Promise<ImportReport> {
  if (request.publish) requirePermission(permits(actor, 'workflow.publish'), 'publish')
  const documents = await readKnownDocuments(stores, actor, request.text, request)
  const workflows: Imported[] = []
  for (const document of documents) {
    if (document.name === null) continue
    workflows.push(await importDocument(stores, actor, document, document.name, request.publish))
  }
  return { workflows, problems: documents.flatMap(({ name, problems }) => (name === null ? problems : [])) }
}

async function importDocument(
  { pool }: Stores,
  actor: Actor,
  { text, definition, problems }: ReadDocument,
  name: string,
  publish: boolean,
): Promise<Imported> {
  return inTransaction(pool, async (client): Promise<Imported> => {
    const created = await insertWorkflow(client, actor, { name, text, definition })
    if (!created) {
      const { rowCount } = await client.query(
        `update draft d
            set text = $3, revision = revision + 1, step_count = $4, updated_by = $5, updated_at = now(),
                editors = case when $5 = any(editors) or text = $3 then editors else array_append(editors, $5) end
          where d.owner_id = $1 and d.name = $2
            and (d.text = $3 or exists (
                  select from definition v where v.owner_id = d.owner_id and v.name = d.name and v.version > 0 and v.text = d.text))`,
        [actor.ownerId, name, text, definition?.steps.length ?? 0, actor.id],
      )
      if (rowCount === 0) return { name, created, version: null, problems: [...problems, draftHasChanges(name)] }
      await recordAudit(client, { actor, action: 'workflow.edit', target: name, after: text, outcome: 'done' })
      if (definition !== null) {
        await client.query(
          'update workflow set description = $3, title = $4, tags = $5 where owner_id = $1 and name = $2',
          [actor.ownerId, name, definition.description ?? null, definition.title ?? null, tagsOf(definition)],
        )
      }
    }
    if (!publish || definition === null || hasErrors({ problems })) return { name, created, version: null, problems }
    const { version } = await publishText(client, actor, { name, text, definition })
    return { name, created, version, problems }
  })
}

function draftHasChanges(name: string): Problem {
  return {
    code: 'DRAFT_HAS_CHANGES',
    message: `${name} has unpublished changes. Publish or undo them first, or import under another name.`,
    severity: 'error',
    path: ['workflow_type'],
    range: { start: 0, end: 0 },
  }
}

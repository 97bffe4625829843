import type { KnownNames } from '#core/definition/check/check-known-names.ts'
import { startedWorkflows } from '#core/definition/check/contracts/sub-workflow-inputs.ts'
import type { Problem } from '#core/definition/problem.ts'
import type { Actor } from '#server/access/actor.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import type { Stores } from '../../stores.ts'
import { analyse } from '../analysis/analyse.ts'
import type { Analysis } from '../analysis/analysis-work.ts'
import { type KnownSources, knownNames } from '../known-names.ts'
import type { PublishResult } from '../models.ts'
import { startedContracts } from '../started-contracts.ts'
import { insertVersion } from '../versions/insert-version.ts'
import { workflowNotFound } from '../workflow-not-found.ts'
import { nameScalar } from './with-name.ts'

export interface PublishDraftRequest extends KnownSources {
  readonly name: string
  /** The revision that the publisher saw; no other revision is published. */
  readonly baseRevision: number
  readonly message?: string | undefined
}

/**
 * Publishes the draft as the next version. Problems of severity error refuse the request, and nothing changes. Throws
 * `NOT_FOUND`, and `FORBIDDEN` where a second person must publish.
 */
export async function publishDraft(
  stores: Stores,
  actor: Actor,
  { name, baseRevision, message, ...sources }: PublishDraftRequest,
): Promise<PublishResult> {
  const draft = await stores.database.draft.findUnique({ where: { ownerId_name: { ownerId: actor.ownerId, name } } })
  if (!draft) throw workflowNotFound(name)
  if (draft.revision !== baseRevision) return { outcome: 'conflict', revision: draft.revision }

  const known = await knownNames(stores, actor, sources)
  const { definition, problems, nameRange } = await analyseWithContracts(stores, actor, draft.text, known)
  const found = definition && definition.workflow_type !== name ? [...problems, otherName(name, nameRange)] : problems
  if (!definition || found.some(({ severity }) => severity === 'error')) return { outcome: 'refused', problems: found }

  return inTransaction(stores.pool, async (client): Promise<PublishResult> => {
    // The draft is locked before the workflow, as in saving: two lock orders could deadlock.
    const { rows } = await client.query<{ revision: number }>(
      'select revision from draft where owner_id = $1 and name = $2 for update',
      [actor.ownerId, name],
    )
    const revision = rows[0]?.revision ?? 0
    if (revision !== baseRevision) return { outcome: 'conflict', revision }
    const inserted = await insertVersion(client, actor, { name, text: draft.text, definition, message })
    await client.query('update draft set base_version = $3 where owner_id = $1 and name = $2', [
      actor.ownerId,
      name,
      inserted.version,
    ])
    return { outcome: 'published', ...inserted, problems: found }
  })
}

/** An analysis that knows the contracts of the workflows that the text starts. */
async function analyseWithContracts(stores: Stores, actor: Actor, text: string, known: KnownNames): Promise<Analysis> {
  const analysis = await analyse(actor.ownerId, text, known)
  const started = analysis.definition === null ? [] : startedWorkflows(analysis.definition.steps)
  const contracts = await startedContracts(stores, actor, started)
  return contracts.inputs.size === 0 ? analysis : analyse(actor.ownerId, text, { ...known, ...contracts })
}

function otherName(name: string, range: Problem['range']): Problem {
  return {
    code: 'NAME_CHANGED',
    message: `This is the draft of ${name}, so workflow_type must be that name. To publish under another name, duplicate it.`,
    severity: 'error',
    path: ['workflow_type'],
    range,
    fix: { title: `Set workflow_type to ${name}`, range, text: nameScalar(name) },
  }
}

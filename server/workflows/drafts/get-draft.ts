import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import type { DraftDetail } from '../models.ts'
import { workflowNotFound } from '../workflow-not-found.ts'

/** Throws `NOT_FOUND`. */
export async function getDraft({ database }: Stores, { ownerId }: Actor, name: string): Promise<DraftDetail> {
  const key = { ownerId_name: { ownerId, name } }
  const [draft, workflow, published] = await Promise.all([
    database.draft.findUnique({ where: key }),
    database.workflow.findUnique({ where: key }),
    database.definition.findFirst({
      where: { ownerId, name, version: { gt: 0 } },
      orderBy: { version: 'desc' },
      select: { hash: true },
    }),
  ])
  if (!draft || !workflow) throw workflowNotFound(name)
  return {
    name,
    text: draft.text,
    revision: draft.revision,
    updatedAt: draft.updatedAt.toISOString(),
    updatedBy: draft.updatedBy,
    latestVersion: workflow.latestVersion,
    kind: workflow.kind === 'code' ? 'code' : 'steps',
    publishedHash: published?.hash ?? null,
    archivedAt: workflow.archivedAt?.toISOString() ?? null,
  }
}

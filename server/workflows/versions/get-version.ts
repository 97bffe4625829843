import type { Actor } from '#server/access/actor.ts'
import { reachesWorkflow } from '#server/access/workflow-scope.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import type { VersionDetail } from '../models.ts'
import { workflowNotFound } from '../workflow-not-found.ts'

/** A published version with its exact text; the latest when `version` is left out. Throws `NOT_FOUND`. */
export async function getVersion(
  { database }: Stores,
  actor: Actor,
  name: string,
  version?: number,
): Promise<VersionDetail> {
  if (!reachesWorkflow(actor, name)) throw workflowNotFound(name)
  const { ownerId } = actor
  const row = await database.definition.findFirst({
    where: { ownerId, name, version: version ?? { gt: 0 } },
    orderBy: { version: 'desc' },
    omit: { compiled: true, test: true },
  })
  if (!row) {
    const latest = await database.definition.count({ where: { ownerId, name, version: { gt: 0 } } })
    if (latest === 0) throw workflowNotFound(name)
    throw new ApiError('NOT_FOUND', `${name} has no version ${version}; the latest is ${latest}.`, 'version')
  }
  return {
    version: row.version,
    text: row.text,
    hash: row.hash,
    message: row.message,
    author: row.author,
    createdAt: row.createdAt.toISOString(),
  }
}

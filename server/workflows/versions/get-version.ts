import { isJsonObject, type JsonSchema, objectOf } from '#core/json.ts'
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
  const row = await database.definition.findFirst({
    ...versionOf(actor, name, version),
    omit: { compiled: true, test: true },
  })
  if (!row) return versionNotFound(database, actor, name, version)
  const workflow = await database.workflow.findUnique({ where: { ownerId_name: { ownerId: actor.ownerId, name } } })
  const kind = workflow?.kind === 'code' ? 'code' : 'steps'
  return {
    version: row.version,
    kind,
    inputSchema: kind === 'code' ? (await getSchemas({ database }, actor, name, row.version)).inputSchema : null,
    text: row.text,
    hash: row.hash,
    message: row.message,
    author: row.author,
    createdAt: row.createdAt.toISOString(),
  }
}

/** The schema of the input of a published version; null where it declares none. Throws `NOT_FOUND`. */
export async function getSchemas(
  { database }: Pick<Stores, 'database'>,
  actor: Actor,
  name: string,
  version?: number,
): Promise<{ readonly version: number; readonly inputSchema: JsonSchema | null }> {
  const row = await database.definition.findFirst({
    ...versionOf(actor, name, version),
    select: { version: true, compiled: true },
  })
  if (!row) return versionNotFound(database, actor, name, version)
  const schema = objectOf(row.compiled).input_schema
  return { version: row.version, inputSchema: isJsonObject(schema) ? schema : null }
}

/** The query of one version, or of the latest. Throws `NOT_FOUND` for a workflow beyond the reach of a key. */
function versionOf(actor: Actor, name: string, version: number | undefined) {
  if (!reachesWorkflow(actor, name)) throw workflowNotFound(name)
  const { ownerId } = actor
  return { where: { ownerId, name, version: version ?? { gt: 0 } }, orderBy: { version: 'desc' } } as const
}

async function versionNotFound(
  database: Stores['database'],
  { ownerId }: Actor,
  name: string,
  version: number | undefined,
): Promise<never> {
  const latest = await database.definition.count({ where: { ownerId, name, version: { gt: 0 } } })
  if (latest === 0) throw workflowNotFound(name)
  throw new ApiError('NOT_FOUND', `${name} has no version ${version}; the latest is ${latest}.`, 'version')
}

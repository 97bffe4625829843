import { checkStarts } from '#core/definition/check/contracts/sub-workflow-inputs.ts'
import type { Definition } from '#core/definition/definition.ts'
import { sourceIndex } from '#core/definition/text/source-index.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'
import { analyse } from './analysis/analyse.ts'
import type { BrokenParent } from './models.ts'
import { workflowNotFound } from './workflow-not-found.ts'

/**
 * The published workflows that start a workflow with an input that the draft's input schema would refuse: once the
 * draft is published, their runs fail at that step. Throws `NOT_FOUND`.
 */
export async function findBrokenParents(
  { database, pool }: Stores,
  { ownerId }: Actor,
  name: string,
): Promise<readonly BrokenParent[]> {
  const draft = await database.draft.findUnique({ where: { ownerId_name: { ownerId, name } }, select: { text: true } })
  if (!draft) throw workflowNotFound(name)
  const schema = (await analyse(ownerId, draft.text)).definition?.input_schema
  if (schema === undefined) return []
  // A definition that starts a workflow contains its name, which narrows the search.
  const { rows } = await pool.query<{ name: string; compiled: Definition }>(
    `select w.name, d.compiled
       from workflow w
       join definition d on d.owner_id = w.owner_id and d.name = w.name and d.version = w.latest_version
      where w.owner_id = $1 and w.latest_version > 0 and w.archived_at is null and w.name <> $2
        and strpos(d.compiled::text, $3) > 0
      order by w.name limit $4`,
    [ownerId, name, JSON.stringify(name), limits.shown.startingWorkflows],
  )
  const schemas = new Map([[name, schema]])
  return rows.flatMap(({ name: workflow, compiled }) =>
    checkStarts(compiled.steps, schemas, nowhere)
      .slice(0, 1)
      .map(({ step = '', message }): BrokenParent => ({ workflow, step, message })),
  )
}

/** A compiled definition has no text. */
const nowhere = sourceIndex(undefined, () => undefined)

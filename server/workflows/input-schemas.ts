import type { InputSchemas } from '#core/definition/check/contracts/sub-workflow-inputs.ts'
import type { JsonSchema } from '#core/json.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'

/** The input schemas of the latest published versions of workflows; an unpublished workflow has none. */
export async function inputSchemas(
  { pool }: Stores,
  { ownerId }: Actor,
  names: readonly string[],
): Promise<InputSchemas> {
  if (names.length === 0) return new Map()
  const { rows } = await pool.query<{ name: string; input_schema: JsonSchema | null }>(
    `select w.name, d.compiled -> 'input_schema' as input_schema
       from workflow w
       join definition d on d.owner_id = w.owner_id and d.name = w.name and d.version = w.latest_version
      where w.owner_id = $1 and w.latest_version > 0 and w.name = any($2)`,
    [ownerId, names],
  )
  return new Map(rows.map(({ name, input_schema }) => [name, input_schema]))
}

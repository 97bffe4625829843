import { isJsonObject, type JsonSchema } from '#core/json.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import type { WorkflowSummary } from '../models.ts'

/** The schemas of the inputs of listed workflows, of their latest versions; those that declare none are left out. */
export async function listInputSchemas(
  { pool }: Pick<Stores, 'pool'>,
  { ownerId }: Actor,
  workflows: readonly Pick<WorkflowSummary, 'name' | 'latestVersion'>[],
): Promise<ReadonlyMap<string, JsonSchema>> {
  const { rows } = await pool.query<{ readonly name: string; readonly schema: unknown }>(
    `select d.name, d.compiled -> 'input_schema' as schema
       from definition d join unnest($2::text[], $3::int[]) as w(name, version) using (name, version)
      where d.owner_id = $1`,
    [ownerId, workflows.map(({ name }) => name), workflows.map(({ latestVersion }) => latestVersion)],
  )
  return new Map(rows.flatMap(({ name, schema }) => (isJsonObject(schema) ? [[name, schema] as const] : [])))
}

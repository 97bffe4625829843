import type { KnownContracts } from '#core/definition/check/contracts/check-contracts.ts'
import type { Definition } from '#core/definition/definition.ts'
import { takesLocks } from '#core/definition/envelope.ts'
import type { JsonSchema } from '#core/json.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../stores.ts'

/** Facts about workflows that a definition may start. */
type StartedContracts = Required<Pick<KnownContracts, 'inputs' | 'locking'>>

/**
 * The input schemas of the latest published versions of workflows, and which of these versions take locks; an unpublished
 * workflow has none.
 */
export async function startedContracts(
  { pool }: Stores,
  { ownerId }: Actor,
  names: readonly string[],
): Promise<StartedContracts> {
  if (names.length === 0) return { inputs: new Map(), locking: new Set() }
  const { rows } = await pool.query<{
    name: string
    input_schema: JsonSchema | null
    envelope: Definition['envelope'] | null
  }>(
    `select w.name, d.compiled -> 'input_schema' as input_schema, d.compiled -> 'envelope' as envelope
       from workflow w
       join definition d on d.owner_id = w.owner_id and d.name = w.name and d.version = w.latest_version
      where w.owner_id = $1 and w.latest_version > 0 and w.name = any($2)`,
    [ownerId, names],
  )
  return {
    inputs: new Map(rows.map(({ name, input_schema }) => [name, input_schema])),
    locking: new Set(rows.filter(({ envelope }) => takesLocks(envelope ?? undefined)).map(({ name }) => name)),
  }
}

import type { Variables } from '#core/definition/variables.ts'
import type { Queryable } from './connection/connection.ts'

/** The values of those of the named variables that the owner has. */
export async function readVariables(
  connection: Queryable,
  ownerId: string,
  names: readonly string[],
): Promise<Variables> {
  const { rows } = await connection.query<{ name: string; value: string }>({
    name: 'variables-read',
    text: 'select name, value from variable where owner_id = $1 and name = any($2::text[])',
    values: [ownerId, names],
  })
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}

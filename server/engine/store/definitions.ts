import type { Definition } from '#core/definition/definition.ts'
import { allDeciders, createDefinitions, type Definitions } from '../definitions.ts'
import type { PublishedDefinition } from '../ports.ts'
import type { Queryable } from './connection/connection.ts'
import { readVariables } from './variables.ts'

/** A cache of the published versions, each read by the connection for its owner. */
export function createPoolDefinitions(connectionOf: (ownerId: string) => Queryable): Definitions {
  const source = {
    definition: (ownerId: string, name: string, version: number) =>
      definitionOf(connectionOf(ownerId), ownerId, name, version),
    latestDefinition: (ownerId: string, name: string) => latestDefinition(connectionOf(ownerId), ownerId, name),
    variables: (ownerId: string, names: readonly string[]) => readVariables(connectionOf(ownerId), ownerId, names),
  }
  return createDefinitions(source, allDeciders)
}

/** The latest published version of a workflow; null when there is none. */
export async function latestDefinition(
  connection: Queryable,
  ownerId: string,
  name: string,
): Promise<{ readonly version: number; readonly hash: string } | null> {
  const { rows } = await connection.query<{ version: number; hash: string }>({
    name: 'definition-latest',
    text: `
select d.version, d.hash from workflow w
  join definition d on d.owner_id = w.owner_id and d.name = w.name and d.version = w.latest_version
 where w.owner_id = $1 and w.name = $2`,
    values: [ownerId, name],
  })
  return rows[0] ?? null
}

export async function definitionOf(
  connection: Queryable,
  ownerId: string,
  name: string,
  version: number,
): Promise<PublishedDefinition | null> {
  const { rows } = await connection.query<{ version: number; hash: string; compiled: Definition }>({
    name: 'definition',
    text: 'select version, hash, compiled from definition where owner_id = $1 and name = $2 and version = $3',
    values: [ownerId, name, version],
  })
  const row = rows[0]
  return row ? { version: row.version, hash: row.hash, definition: row.compiled } : null
}

/** An archived workflow starts no runs. */
export async function isArchived(connection: Queryable, ownerId: string, name: string): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'workflow-archived',
    text: 'select from workflow where owner_id = $1 and name = $2 and archived_at is not null',
    values: [ownerId, name],
  })
  return rowCount !== null && rowCount > 0
}

import type { Pool } from 'pg'
import type { Definition } from '#core/definition/definition.ts'
import { variablesOf } from '#core/definition/variables.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import type { VariableEntry } from './models.ts'

/** The variables of the owner in the order of their names, each with the published workflows that read it. */
export async function listVariables(pool: Pool, { ownerId }: Actor): Promise<readonly VariableEntry[]> {
  const { rows } = await pool.query<Omit<VariableEntry, 'usedBy' | 'updatedAt'> & { updatedAt: Date }>(
    `select name, value, description, updated_by as "updatedBy", updated_at as "updatedAt"
       from variable where owner_id = $1 order by name`,
    [ownerId],
  )
  if (rows.length === 0) return []
  const users = await readersOf(pool, ownerId)
  return rows.map((row) => ({
    ...row,
    updatedAt: row.updatedAt.toISOString(),
    usedBy: (users.get(row.name) ?? []).slice(0, limits.variables.usesShown),
  }))
}

/** The names of the variables of an owner. */
export async function variableNames(pool: Pool, ownerId: string): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>('select name from variable where owner_id = $1', [ownerId])
  return new Set(rows.map(({ name }) => name))
}

/** The published workflows that read each variable. */
async function readersOf(pool: Pool, ownerId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const { rows } = await pool.query<{ name: string; compiled: Definition }>(
    `select w.name, d.compiled from workflow w
       join definition d on d.owner_id = w.owner_id and d.name = w.name and d.version = w.latest_version
      where w.owner_id = $1 and w.archived_at is null and d.compiled::text like '%vars%'
      order by w.name`,
    [ownerId],
  )
  const readers = new Map<string, string[]>()
  for (const { name, compiled } of rows) {
    for (const variable of variablesOf(compiled)) readers.set(variable, [...(readers.get(variable) ?? []), name])
  }
  return readers
}

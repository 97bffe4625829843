import type { Tables } from './tables.ts'

/** What a standby has of a store: its rows at some instant. Definitions are not among them, since nobody publishes meanwhile. */
export type Standby = Omit<Tables, 'canHold' | 'definitions' | 'latest' | 'generation'>

/** Rows are changed in place, and those of mail stand in two tables: all of them are copied at once. */
export function copyForStandby(tables: Tables): Standby {
  const { canHold: _, definitions: _definitions, latest: _latest, generation: _generation, ...rows } = tables
  return structuredClone(rows)
}

/**
 * A standby that had followed up to some instant takes the place of the store: what was committed since is lost, numbers of
 * sequences are given again, and another generation begins. Transactions that were under way are over.
 */
export function goOnAs(standby: Standby, tables: Tables): void {
  for (const [name, rows] of Object.entries(standby)) {
    const mine = tables[name as keyof Standby]
    if (!(rows instanceof Map) || !(mine instanceof Map)) continue
    mine.clear()
    for (const [key, row] of rows) (mine as Map<unknown, unknown>).set(key, row)
  }
  for (const row of tables.ready.values()) row.locked = false
  for (const row of tables.engines.values()) row.claiming = 0
  tables.mailSequence = standby.mailSequence
  tables.epochSequence = standby.epochSequence
  tables.generation += 1
}

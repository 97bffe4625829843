import type { Tables } from './tables.ts'

/**
 * A standby has the rows of a store at some instant. Definitions are not copied, since none is published in between.
 */
export type Standby = Omit<Tables, 'canHold' | 'lockFaults' | 'definitions' | 'latest' | 'generation'>

/** Copies all rows at once: rows are changed in place, and mail rows stand in two tables. */
export function copyForStandby(tables: Tables): Standby {
  const {
    canHold: _,
    lockFaults: _faults,
    definitions: _definitions,
    latest: _latest,
    generation: _generation,
    ...rows
  } = tables
  return structuredClone(rows)
}

/**
 * A standby that had followed up to some instant takes the place of the store: later commits are lost, sequences repeat
 * their numbers, and another generation begins. Open transactions are over.
 */
export function goOnAs(standby: Standby, tables: Tables): void {
  for (const [name, rows] of Object.entries(standby)) {
    const mine = tables[name as keyof Standby]
    if (!(rows instanceof Map) || !(mine instanceof Map)) continue
    mine.clear()
    for (const [key, row] of rows) (mine as Map<unknown, unknown>).set(key, row)
  }
  for (const [name, rows] of Object.entries(standby.locking)) {
    const mine = tables.locking[name as keyof Tables['locking']] as Map<string, unknown>
    mine.clear()
    for (const [key, row] of rows) mine.set(key, row)
  }
  for (const row of tables.ready.values()) row.locked = false
  for (const row of tables.engines.values()) row.claiming = 0
  tables.mailSequence = standby.mailSequence
  tables.epochSequence = standby.epochSequence
  tables.generation += 1
}

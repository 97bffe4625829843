import type { Pool } from 'pg'
import { createDefinitions, type Definitions } from '../definitions.ts'
import { definitionOf, latestDefinition } from './definitions.ts'

const definitions = new WeakMap<Pool, Definitions>()

/** The published versions that this process reads by a pool, each of them once. */
export function definitionsOf(pool: Pool): Definitions {
  const known = definitions.get(pool)
  if (known) return known
  const fresh = createDefinitions({
    definition: (...key) => definitionOf(pool, ...key),
    latestDefinition: (...key) => latestDefinition(pool, ...key),
  })
  definitions.set(pool, fresh)
  return fresh
}

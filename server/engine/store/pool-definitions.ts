import type { Pool } from 'pg'
import { generationsOf } from '../../db/pool.ts'
import { createDefinitions, type Definitions } from '../definitions.ts'
import { definitionOf, latestDefinition } from './definitions.ts'

const definitions = new WeakMap<Pool, Definitions>()

/** The published versions that this process reads by a pool, each of them once in a generation of the database. */
export function definitionsOf(pool: Pool): Definitions {
  const known = definitions.get(pool)
  if (known) return known
  const fresh = createDefinitions({
    definition: (...key) => definitionOf(pool, ...key),
    latestDefinition: (...key) => latestDefinition(pool, ...key),
  })
  definitions.set(pool, fresh)
  const endWatch = generationsOf(pool).onChange(() => {
    definitions.delete(pool)
    endWatch()
  })
  return fresh
}

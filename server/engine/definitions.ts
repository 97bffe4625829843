import type { Definition } from '#core/definition/definition.ts'
import { type ExecutableDefinition, executable } from '#core/definition/executable.ts'
import type { PublishedDefinition, Store } from './ports.ts'

/** A published version, ready to run. */
export interface RunnableDefinition {
  readonly version: number
  readonly hash: string
  readonly definition: Definition
  readonly executable: ExecutableDefinition
}

/**
 * Published definitions by version. A version never changes (invariant 10), so
 * what was read once is kept; which one is the latest is asked each time.
 */
export interface Definitions {
  find(ownerId: string, name: string, version: number): Promise<RunnableDefinition | null>
  /** The definition that `find` has in memory, without a query. */
  known(ownerId: string, name: string, version: number): RunnableDefinition | null
  latest(ownerId: string, name: string): Promise<RunnableDefinition | null>
}

const MOST_KEPT = 1_000

export type DefinitionSource = Pick<Store, 'definition' | 'latestDefinition'>

export function createDefinitions(source: DefinitionSource): Definitions {
  const kept = new Map<string, RunnableDefinition>()
  const asked = new Map<string, Promise<RunnableDefinition | null>>()

  const keep = (key: string, published: PublishedDefinition): RunnableDefinition => {
    const runnable = { ...published, executable: executable(published.definition) }
    const oldest = kept.size >= MOST_KEPT ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
    kept.set(key, runnable)
    return runnable
  }

  const find: Definitions['find'] = (ownerId, name, version) => {
    const key = keyOf(ownerId, name, version)
    const found = kept.get(key)
    if (found) return Promise.resolve(found)
    let answer = asked.get(key)
    if (!answer) {
      answer = source
        .definition(ownerId, name, version)
        .then((published) => published && keep(key, published))
        .finally(() => asked.delete(key))
      asked.set(key, answer)
    }
    return answer
  }

  return {
    find,
    known: (ownerId, name, version) => kept.get(keyOf(ownerId, name, version)) ?? null,
    async latest(ownerId, name) {
      const latest = await source.latestDefinition(ownerId, name)
      return latest && find(ownerId, name, latest.version)
    },
  }
}

function keyOf(ownerId: string, name: string, version: number): string {
  return `${ownerId}\u0000${name}\u0000${version}`
}

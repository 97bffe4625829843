import type { Definition } from '#core/definition/definition.ts'
import { type ExecutableDefinition, executable } from '#core/definition/executable.ts'
import { type Variables, variablesOf } from '#core/definition/variables.ts'
import { codeDecider } from '#core/run/decider/code-decider.ts'
import type { Decider } from '#core/run/decider/decider.ts'
import { stepsDecider } from '#core/run/decider/steps-decider.ts'
import type { PublishedDefinition, Store } from './ports.ts'

/** A published version, ready to run. */
export interface RunnableDefinition {
  readonly version: number
  readonly hash: string
  readonly definition: Definition
  readonly executable: ExecutableDefinition
  /** The decider of its runs, by the kind of the definition. */
  readonly decider: Decider
}

/** Makes the decider of each kind of definition. */
export type Deciders = { readonly [kind: string]: (definition: Omit<RunnableDefinition, 'decider'>) => Decider }

const ofSteps: Deciders[string] = (definition) => stepsDecider(definition.executable)

/** The kinds that this version knows; a definition that names no kind is made of steps, as is a generated fan-out. */
export const deciders: Deciders = { steps: ofSteps, fan_out: ofSteps }

/** With those of kinds that need more of an engine than an executor. */
export const allDeciders: Deciders = { ...deciders, code: (definition) => codeDecider(definition.executable) }

/**
 * Published definitions by version. A version never changes (invariant 10), so each is read once and cached; the
 * number of the latest version is read each time.
 */
export interface Definitions {
  find(ownerId: string, name: string, version: number): Promise<RunnableDefinition | null>
  /** The definition that `find` has in memory, without a query. */
  known(ownerId: string, name: string, version: number): RunnableDefinition | null
  latest(ownerId: string, name: string): Promise<RunnableDefinition | null>
  /** The values of the variables that a definition names, as they are now; undefined without a query where it names none. */
  variables(ownerId: string, definition: Definition): Promise<Variables | undefined>
}

const MOST_CACHED = 1_000

export type DefinitionSource = Pick<Store, 'definition' | 'latestDefinition' | 'variables'>

export function createDefinitions(source: DefinitionSource, known: Deciders = deciders): Definitions {
  const cache = new Map<string, RunnableDefinition>()
  const asked = new Map<string, Promise<RunnableDefinition | null>>()

  const keep = (key: string, published: PublishedDefinition): RunnableDefinition => {
    const runnable = runnableOf(published, known)
    const oldest = cache.size >= MOST_CACHED ? cache.keys().next().value : undefined
    if (oldest !== undefined) cache.delete(oldest)
    cache.set(key, runnable)
    return runnable
  }

  const find: Definitions['find'] = (ownerId, name, version) => {
    const key = keyOf(ownerId, name, version)
    const found = cache.get(key)
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
    known: (ownerId, name, version) => cache.get(keyOf(ownerId, name, version)) ?? null,
    async latest(ownerId, name) {
      const latest = await source.latestDefinition(ownerId, name)
      return latest && find(ownerId, name, latest.version)
    },
    async variables(ownerId, definition) {
      const names = variablesOf(definition)
      return names.length === 0 ? undefined : source.variables(ownerId, names)
    },
  }
}

/** Throws for a kind that is not known here: its runs are parked until an engine of a newer version takes them up. */
function runnableOf(published: PublishedDefinition, deciders: Deciders): RunnableDefinition {
  const { kind = 'steps' } = published.definition as { readonly kind?: string }
  const deciderOf = Object.hasOwn(deciders, kind) ? deciders[kind] : undefined
  if (!deciderOf) throw new TypeError(`This version of Heddle does not know definitions of the kind ${kind}.`)
  const prepared = { ...published, executable: executable(published.definition) }
  return { ...prepared, decider: deciderOf(prepared) }
}

function keyOf(ownerId: string, name: string, version: number): string {
  return `${ownerId}\u0000${name}\u0000${version}`
}

import { limits } from '#core/limits.ts'

/**
 * The bound on how many runs of one workflow work at the same time, for each key (docs/reference/definition.md). A run
 * takes a slot as a lock that several runs can hold: the slot is a resource of the kind `concurrency`.
 */
export interface Concurrency {
  /** Expression of the key; absent: all runs of the workflow share one. */
  readonly key?: string
  readonly limit: number
  readonly when_full?: WhenFull
}

export type WhenFull = 'queue' | 'skip' | 'cancel_oldest'

/** The slot that a run asks for: at most `limit` runs hold the resource. */
export interface Slot {
  readonly resource: string
  readonly limit: number
  readonly whenFull: WhenFull
}

const kind = 'concurrency:'

export const isSlotName = (resource: string): boolean => resource.startsWith(kind)

/** The resource of the slots of a workflow and a key. Names of workflows contain no colon, so no two are equal. */
export function slotName(workflow: string, key?: string): string {
  return key === undefined ? `${kind}${workflow}` : `${kind}${workflow}:${key}`
}

/** The slot among the resources of a run. */
export function slotAmong(concurrency: Concurrency | undefined, resources: readonly string[]): Slot | null {
  const resource = resources.find(isSlotName)
  if (concurrency === undefined || resource === undefined) return null
  return { resource, limit: concurrency.limit, whenFull: concurrency.when_full ?? 'queue' }
}

/** The slots of a resource in words: `concurrency key acme`. */
export function slotWords(resource: string): string {
  const [, workflow = '', ...key] = resource.split(':')
  return key.length === 0 ? `concurrency of ${workflow}` : `concurrency key ${key.join(':')}`
}

/** A resource in words: a slot by its key, any other by its name. */
export const resourceWords = (resource: string): string => (isSlotName(resource) ? slotWords(resource) : resource)

/** The value of a key as a part of a name: a text, a number, or true or false; null: it cannot be one. */
export function keyText(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string' || text === '' || text.length > limits.envelope.concurrencyKeyCharacters) return null
  return text
}

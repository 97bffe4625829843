import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ownerScope } from '#server/access/may.ts'
import type { ChangedRuns } from '../models.ts'
import type { Changes } from './read-changes.ts'

/** One item of a stream of changes, and the position for reconnecting. */
export interface ChangeUpdate {
  readonly id: string
  readonly data: ChangedRuns
}

const made = new WeakMap<Changes, Map<string | null, ChangeUpdate | null>>()

/** The changes visible to an actor; null for none. Actors with equal visibility share one object, made once. */
export function changeUpdate(changes: Changes, actor: Actor): ChangeUpdate | null {
  const owner = ownerScope(actor)
  const byOwner = made.get(changes) ?? new Map<string | null, ChangeUpdate | null>()
  made.set(changes, byOwner)
  const known = byOwner.get(owner)
  if (known !== undefined) return known
  if (changes.anew) {
    const update = { id: String(changes.next), data: everything }
    byOwner.set(owner, update)
    return update
  }
  const seen = owner === null ? [...changes.runs.values()] : [changes.runs.get(owner) ?? new Set<string>()]
  const runIds = seen.flatMap((ids) => [...ids])
  const update = runIds.length === 0 ? null : { id: String(changes.next), data: bounded(runIds) }
  byOwner.set(owner, update)
  return update
}

/** Merges two updates, for a reader who has not taken the first yet: ids up to a bound, and "all" beyond it. */
export function joinUpdates(first: ChangeUpdate | null, { id, data }: ChangeUpdate): ChangeUpdate {
  if (first === null) return { id, data }
  if (first.data.all || data.all) return { id, data: everything }
  return { id, data: bounded([...new Set([...first.data.runIds, ...data.runIds])]) }
}

const everything: ChangedRuns = { runIds: [], all: true }

function bounded(runIds: readonly string[]): ChangedRuns {
  return runIds.length > limits.live.namedRuns ? everything : { runIds, all: false }
}

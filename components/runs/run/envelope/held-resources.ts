import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { locksOf } from '#core/run/envelope/locks-of.ts'
import type { RunState } from '#core/run/state.ts'

export type LockWord = 'held' | 'waiting' | 'quarantined' | 'givenBack' | 'lost' | 'none'

/** A resource of the envelope, as the log of the run knows it. */
export interface HeldResource {
  readonly id: string
  readonly mode: 'exclusive' | 'shared'
  readonly lock: LockWord
  /** Fencing token of an exclusive lock. */
  readonly token?: number
}

/** The resources of a run, each with its lock. */
export function heldResources(executable: ExecutableDefinition | null, state: RunState): readonly HeldResource[] {
  const { resources = [], shared = [], tokens, released } = state.envelope ?? {}
  const locks = executable === null ? null : locksOf(executable, state)
  return resources.map((id) => {
    const isShared = shared.includes(id)
    const token = tokens?.[id]
    return {
      id,
      mode: isShared ? ('shared' as const) : ('exclusive' as const),
      lock: lockWord(),
      ...(token !== undefined && !isShared && { token }),
    }

    function lockWord(): LockWord {
      if (tokens === undefined) return state.phase === 'SCHEDULED' || state.phase === 'LOCKING' ? 'waiting' : 'none'
      if (token === undefined) return 'lost'
      if (released) return locks?.request ? 'waiting' : 'givenBack'
      if (locks?.holds === 'quarantined') return 'quarantined'
      return locks?.holds === 'held' ? 'held' : 'givenBack'
    }
  })
}

import type { LockRules } from '../../locks/judge.ts'
import type { HeldLock, WaitingRequest } from '../../locks/lock-rows.ts'

/** The rows of the lock manager in memory; the twin of `engine/locks/`. */
export interface LockTables {
  /** Token of the next exclusive lock, by owner and resource. */
  readonly nextTokens: Map<string, number>
  /** By owner, resource and run. */
  readonly locks: Map<string, HeldLock>
  readonly requests: Map<string, WaitingRequest>
  readonly watches: Map<string, { readonly ownerId: string; readonly resources: readonly string[]; notifiedAt: number }>
}

/** What the simulator changes to show that its checks see it. */
export interface LockFaults {
  readonly rules?: LockRules
  /** Tokens do not rise. */
  readonly reusesTokens?: true
}

export function createLockTables(): LockTables {
  return { nextTokens: new Map(), locks: new Map(), requests: new Map(), watches: new Map() }
}

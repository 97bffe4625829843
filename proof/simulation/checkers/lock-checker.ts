import type { RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import type { HeldLock, WaitingRequest } from '#server/engine/locks/lock-rows.ts'
import { conflict } from '#server/engine/locks/lock-rows.ts'
import { contend } from '#server/engine/locks/slots.ts'
import { lockTuning } from '#server/engine/locks/tuning.ts'
import type { Tables } from '#server/engine/store/memory/tables.ts'
import type { SimulatedViolation } from '../world/world.ts'

/**
 * The check of the lock manager, after every transaction: never two holders of an exclusive lock; fencing tokens rise;
 * no lock without a run that lives or is in quarantine; no request overtakes an earlier one that it conflicts with, nor
 * a reserved one.
 */
export interface LockChecker {
  check(): void
  /** The log has said that a run has ended, or has its locks. */
  take(runId: string, event: RunEvent): void
  /** Everything has ended: no lock is left but those in quarantine, and no request. */
  checkSettled(stateOf: (runId: string) => RunState | null): void
  /** The store goes on without its last commits. */
  rewind(): void
}

export function createLockChecker(
  tables: Tables,
  now: () => number,
  violate: (violation: SimulatedViolation) => void,
): LockChecker {
  const tokens = new Map<string, number>()
  /** Limits of the concurrency keys that runs have asked for. */
  const limits = new Map<string, number>()
  let before: ReadonlyMap<string, HeldLock> = new Map()
  let waiting: ReadonlyMap<string, WaitingRequest> = new Map()
  const report = (what: string) => violate({ invariant: 'locks', what })

  const checkGrant = (lock: HeldLock) => {
    const name = `${lock.ownerId} ${lock.resource}`
    if (lock.mode === 'exclusive') {
      const last = tokens.get(name) ?? 0
      if (lock.token <= last)
        report(`${lock.resource} was granted to ${lock.runId} with the token ${lock.token}, after ${last}`)
      tokens.set(name, Math.max(last, lock.token))
    }
    const asked = waiting.get(lock.runId)
    if (asked === undefined || isOfFamily(tables, lock, before)) return
    for (const other of waiting.values()) {
      if (other.runId === asked.runId || !tables.locking.requests.has(other.runId)) continue
      const isReserved = other.reserved && !asked.reserved && other.requestedAt < asked.requestedAt
      const isEarlier = other.position < asked.position && !(asked.reserved && asked.requestedAt <= other.requestedAt)
      if ((isEarlier || isReserved) && conflict(other, asked)) {
        report(
          `${asked.runId} got ${lock.resource} before ${other.runId}, which ${isReserved ? 'is reserved' : 'came first'}`,
        )
      }
    }
  }

  /** The oldest of the requests that conflict is reserved once it has waited long enough: urgent runs would starve it. */
  const checkReserve = (request: WaitingRequest) => {
    const { tries, requestedAt, reserved, runId } = request
    if (tries === (waiting.get(runId)?.tries ?? 0) || reserved) return
    if (tries < lockTuning.reserveAfterTries && now() - requestedAt < lockTuning.reserveAfterMs) return
    const others = [...tables.locking.requests.values()]
    if (others.some((other) => other.requestedAt < requestedAt && contend(other, request))) return
    report(`${runId} has been refused ${tries} times in ${now() - requestedAt} ms, and is not reserved`)
  }

  const checkHolders = (locks: readonly HeldLock[]) => {
    const byName = Map.groupBy(locks, ({ ownerId, resource }) => `${ownerId} ${resource}`)
    for (const holders of byName.values()) {
      const foreign = holders.filter((one) => !holders.some((other) => other !== one && isAbove(tables, other, one)))
      const [first, second] = foreign.toSorted((a, b) => (a.mode < b.mode ? -1 : 1))
      if (first?.mode === 'exclusive' && second !== undefined) {
        report(`${first.resource} is held by ${first.runId} and by ${second.runId}`)
      }
      const limit = limits.get(holders[0]?.resource ?? '') ?? holders.length
      if (foreign.length > limit) report(`${holders[0]?.resource} is held by ${foreign.length} runs, over ${limit}`)
    }
  }

  return {
    check() {
      const { locks, requests } = tables.locking
      for (const { slot } of requests.values()) if (slot !== null) limits.set(slot.resource, slot.limit)
      for (const [key, lock] of locks) {
        const old = before.get(key)
        if (old === undefined || (old.token !== lock.token && lock.mode === 'exclusive')) checkGrant(lock)
      }
      if (locks.size !== before.size || [...locks].some(([key, lock]) => before.get(key) !== lock)) {
        checkHolders([...locks.values()])
      }
      for (const request of requests.values()) if (request !== waiting.get(request.runId)) checkReserve(request)
      before = new Map(locks)
      waiting = new Map(requests)
    },
    take(runId, event) {
      const isEnd = event.type === 'workflow.run.completed'
      const held = [...tables.locking.locks.values()].filter((lock) => lock.runId === runId && !lock.quarantined)
      if (isEnd && held.length > 0) report(`${runId} has completed, and still holds ${held[0]?.resource}`)
    },
    checkSettled(stateOf) {
      for (const { resource, runId, quarantined } of tables.locking.locks.values()) {
        const isUnsafe = stateOf(runId)?.phase === 'FAILED_UNSAFE'
        if (!quarantined || !isUnsafe) report(`${resource} is still held by ${runId}`)
      }
      for (const runId of tables.locking.requests.keys()) report(`${runId} still waits for locks`)
    },
    rewind() {
      tokens.clear()
      before = new Map(tables.locking.locks)
      waiting = new Map(tables.locking.requests)
    },
  }
}

/** A run that passes through a lock of its own, or of a run above it, waits for nobody. */
function isOfFamily(tables: Tables, lock: HeldLock, before: ReadonlyMap<string, HeldLock>): boolean {
  return [...before.values()].some(
    (held) =>
      held.ownerId === lock.ownerId &&
      held.resource === lock.resource &&
      (held.runId === lock.runId || isAbove(tables, held, lock)),
  )
}

function isAbove(tables: Tables, one: Pick<HeldLock, 'runId'>, below: Pick<HeldLock, 'runId'>): boolean {
  for (let parent = tables.runs.get(below.runId)?.header.parent; parent !== undefined; ) {
    if (parent.run_id === one.runId) return true
    parent = tables.runs.get(parent.run_id)?.header.parent
  }
  return false
}

import type { Command, ResourceState } from '#core/run/command.ts'
import type { Append, AppendRows } from '../../commit/append.ts'
import { cancelLetter, judge, letterOf } from '../../locks/judge.ts'
import { type HeldLock, modeOf, type WaitingRequest } from '../../locks/lock-rows.ts'
import type { ForcedRelease } from '../../locks/release.ts'
import { slotQueueOf } from '../../locks/slots.ts'
import { lockTuning } from '../../locks/tuning.ts'
import type { LockHint, LockPass } from '../../ports.ts'
import type { LockFaults } from './lock-tables.ts'
import { post, type Tables, wake } from './tables.ts'

/** The lock manager in memory; the twin of `engine/locks/`. */

const keyOf = (...parts: readonly string[]) => parts.join('\u0000')

/** The rows of an append. */
export function writeLockRows(tables: Tables, now: number, runId: string, rows: AppendRows): void {
  const { requests, locks, watches } = tables.locking
  for (const { priority, slot = null, ...asked } of rows.locksRequested ?? []) {
    const position = Math.floor((now - 60_000 * priority) * 1_000)
    const fresh = { tries: 0, blockedBy: null, reserved: false, requestedAt: now, position }
    requests.set(runId, { ...asked, slot, runId, above: [], ...fresh })
  }
  if ((rows.locksWithdrawn ?? []).length > 0) requests.delete(runId)
  for (const { quarantine } of rows.locksEnded ?? []) {
    for (const [key, lock] of locks) {
      if (lock.runId !== runId) continue
      if (quarantine) locks.set(key, { ...lock, quarantined: true })
      else locks.delete(key)
    }
  }
  for (const { ownerId, resources } of rows.watches ?? []) {
    if (resources.length === 0) watches.delete(runId)
    else watches.set(runId, { ownerId, resources, notifiedAt: now })
  }
}

/** Whether the run still has the locks under which the events of an append happened. */
export function hasLocks(tables: Tables, { runId, rows }: Pick<Append, 'runId' | 'rows'>): boolean {
  const { locks } = tables.locking
  return (rows?.locksHeld ?? []).every(
    ({ ownerId, resource, token }) => locks.get(keyOf(ownerId, resource, runId))?.token === token,
  )
}

/** One pass, at one instant; the twin of `engine/locks/claim.ts`. */
export function passLocks(tables: Tables, now: number, hint: LockHint, faults: LockFaults): LockPass {
  const { requests, locks } = tables.locking
  const freed = hint.scan ? freeLocksOfEnded(tables) : []
  const released = [...hint.released, ...freed]
  const all = [...requests.values()].map((request) => ({ ...request, above: above(tables, request.runId) }))
  const isFreed = ({ ownerId, resources }: WaitingRequest) =>
    released.some((each) => each.ownerId === ownerId && resources.includes(each.resource))
  const isFirst = ({ runId, rootRunId, tries }: WaitingRequest) =>
    hint.runIds.includes(runId) || (hint.scan && (tries === 0 || runId !== rootRunId))
  const isForgotten = (request: WaitingRequest) =>
    hint.scan &&
    ![...locks.values()].some((lock) => isInTheWay(lock, request)) &&
    !slotQueueOf(request, [...locks.values()], []).isFull
  const rankOf = (request: WaitingRequest) => (isFirst(request) ? 0 : isFreed(request) ? 1 : 2)
  const candidates = all
    .filter((request) => isFirst(request) || isForgotten(request) || isFreed(request))
    .sort((a, b) => rankOf(a) - rankOf(b) || a.position - b.position)
    .slice(0, lockTuning.requestsPerPass)
  const notified: string[] = []
  const tell = (runId: string, command: Command) => {
    post(tables, now, { runId, operationId: null, command: JSON.stringify(command) })
    wake(tables, runId, now)
    notified.push(runId)
  }
  const judged = judge(candidates, { held: [...locks.values()], waiting: all, now }, faults.rules)
  for (const each of judged) {
    const { runId } = each.request
    if (each.kind === 'granted') tell(runId, letterOf(each, grant(tables, now, each.request, faults)))
    else {
      const { refusal, isNews } = each
      if (refusal.code !== undefined) requests.delete(runId)
      else {
        const { blockedBy, reserved } = refusal
        requests.set(runId, { ...each.request, tries: each.request.tries + 1, blockedBy, reserved })
      }
      if (isNews) tell(runId, letterOf(each))
      if (refusal.cancels !== undefined) tell(refusal.cancels, cancelLetter(each))
    }
  }
  tellWatchers(tables, now, released, (runId) => tell(runId, { type: 'conditions_due' }))
  const granted = judged.filter(({ kind }) => kind === 'granted').length
  return { notified, granted, released: freed, isFull: candidates.length >= lockTuning.requestsPerPass && granted > 0 }
}

function isInTheWay(lock: HeldLock, request: WaitingRequest): boolean {
  const { ownerId, resource, runId, mode } = lock
  if (ownerId !== request.ownerId || runId === request.runId || !request.resources.includes(resource)) return false
  return mode === 'exclusive' || modeOf(request, resource) === 'exclusive'
}

function grant(
  tables: Tables,
  now: number,
  request: WaitingRequest,
  { reusesTokens }: LockFaults,
): Record<string, number> {
  const { locks, nextTokens, requests } = tables.locking
  const { ownerId, runId, rootRunId } = request
  for (const [key, lock] of locks) if (lock.runId === runId) locks.set(key, { ...lock, quarantined: false })
  const tokens: Record<string, number> = {}
  for (const resource of request.resources) {
    const mode = modeOf(request, resource)
    const next = nextTokens.get(keyOf(ownerId, resource)) ?? 1
    if (mode === 'exclusive' && !reusesTokens) nextTokens.set(keyOf(ownerId, resource), next + 1)
    const token = mode === 'exclusive' ? next : 0
    tokens[resource] = token
    const lock = { ownerId, resource, runId, rootRunId, mode, token, quarantined: false, since: now }
    locks.set(keyOf(ownerId, resource, runId), lock)
  }
  requests.delete(runId)
  return tokens
}

/** The runs above a run, the parent first. */
function above(tables: Tables, runId: string): readonly string[] {
  const runs: string[] = []
  for (let parent = tables.runs.get(runId)?.header.parent; parent !== undefined; ) {
    runs.push(parent.run_id)
    parent = tables.runs.get(parent.run_id)?.header.parent
  }
  return runs
}

function freeLocksOfEnded(tables: Tables): LockHint['released'] {
  const { locks, requests } = tables.locking
  const isLive = (runId: string) => (tables.states.get(runId)?.endedAt ?? null) === null && tables.states.has(runId)
  const freed = [...locks].filter(([, { runId, quarantined }]) => !quarantined && !isLive(runId))
  for (const [key] of freed) locks.delete(key)
  for (const runId of requests.keys()) if (!isLive(runId)) requests.delete(runId)
  return freed.map(([, { ownerId, resource }]) => ({ ownerId, resource }))
}

function tellWatchers(
  tables: Tables,
  now: number,
  released: LockHint['released'],
  tell: (runId: string) => void,
): void {
  for (const [runId, watch] of tables.locking.watches) {
    const reads = released.some(
      ({ ownerId, resource }) => ownerId === watch.ownerId && watch.resources.includes(resource),
    )
    if (!reads || now - watch.notifiedAt <= lockTuning.conditionsDueMs) continue
    watch.notifiedAt = now
    tell(runId)
  }
}

export function readResources(
  tables: Tables,
  ownerId: string,
  ids: readonly string[],
): { readonly [id: string]: ResourceState } {
  const { locks, requests } = tables.locking
  return Object.fromEntries(
    ids.map((id): [string, ResourceState] => {
      const holders = [...locks.values()].filter((lock) => lock.ownerId === ownerId && lock.resource === id)
      const waiting = [...requests.values()].filter((each) => each.ownerId === ownerId && each.resources.includes(id))
      return [id, { free: holders.length === 0, holders: holders.map(({ runId }) => runId), waiting: waiting.length }]
    }),
  )
}

/** The twin of `engine/locks/release.ts`. */
export function forceRelease(
  tables: Tables,
  now: number,
  { ownerId, resource, runId, actor, reason }: ForcedRelease,
): boolean {
  if (!tables.locking.locks.delete(keyOf(ownerId, resource, runId))) return false
  const command: Command = { type: 'lock_lost', resource, actor, reason }
  post(tables, now, { runId, operationId: null, command: JSON.stringify(command) })
  wake(tables, runId, now)
  return true
}

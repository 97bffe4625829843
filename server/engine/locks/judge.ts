import { isSlotName, resourceWords, slotWords } from '#core/definition/concurrency.ts'
import type { Command, FinalRefusal } from '#core/run/command.ts'
import { conflict, type HeldLock, modeOf, type WaitingRequest } from './lock-rows.ts'
import { cancelledFor, contend, type SlotQueue, skipOf, slotQueueOf } from './slots.ts'
import { lockTuning } from './tuning.ts'

/** The answer to one request of a pass. */
export type Judged =
  | { readonly kind: 'granted'; readonly request: WaitingRequest }
  | { readonly kind: 'refused'; readonly request: WaitingRequest; readonly refusal: Refused; readonly isNews: boolean }

export interface Refused {
  readonly retryNote: string
  readonly blockedBy: readonly string[]
  /** Place among the requests that conflict with it, from 1. */
  readonly position: number
  readonly reserved: boolean
  /** Waiting would be a deadlock, or the run is to be skipped: the request ends. */
  readonly code?: FinalRefusal
  /** The run that is cancelled to make room for the request. */
  readonly cancels?: string
}

/** The rules of a pass; the simulator plants bugs here. */
export interface LockRules {
  /** Whether requests that came before are waited for. */
  readonly inOrder: boolean
  readonly reserves: boolean
}

const rules: LockRules = { inOrder: true, reserves: true }

/**
 * Judges requests, one after the other by their place in the queue, against the locks that are held and the requests
 * that wait. A request is granted all of its resources or none. It may overtake an earlier request only where the two
 * do not conflict. Pure: the two stores write what it says.
 */
export function judge(
  candidates: readonly WaitingRequest[],
  {
    held,
    waiting,
    now,
  }: { readonly held: readonly HeldLock[]; readonly waiting: readonly WaitingRequest[]; readonly now: number },
  { inOrder, reserves }: LockRules = rules,
): readonly Judged[] {
  const locks = [...held]
  let queue = [...waiting].sort(byPosition)
  const judged = [...candidates].sort(byPosition).map((request): Judged => {
    const before = inOrder ? queue.filter((other) => isBefore(other, request, reserves)) : []
    const slots = slotQueueOf(request, locks, before)
    const blocking = [...blockersOf(request, locks), ...(slots.isFull ? slots.holders : [])]
    const isAhead = (other: WaitingRequest) =>
      isInTheWay(other, request, locks) || (slots.isFull && slots.ahead.includes(other))
    const ahead = before.filter(isAhead)
    const final = skipOf(request, slots) ?? finalRefusal(request, locks, { blocking, ahead })
    if (final === null && blocking.length === 0 && ahead.length === 0) {
      for (const resource of request.resources) locks.push(lockOf(request, resource, now))
      queue = queue.filter((other) => other.runId !== request.runId)
      return { kind: 'granted', request }
    }
    if (final !== null) queue = queue.filter((other) => other.runId !== request.runId)
    const blockedBy = namesOf(blocking, ahead)
    const isNews = final !== null || isNewsOf(request, blocking, blockedBy)
    const cancels = cancelsOf(request, slots, blockedBy)
    const refusal = {
      retryNote: final?.note ?? noteOf(blocking, ahead),
      blockedBy,
      position: ahead.length + 1,
      reserved: request.reserved,
      ...(final !== null && { code: final.code }),
      ...(cancels !== null && { cancels }),
    }
    return { kind: 'refused', request, refusal, isNews }
  })
  return reserves ? judged.map((each) => withReserve(each, queue, now)) : judged
}

/** Reserves the oldest of the requests that are left in the queue after the pass. */
function withReserve(judged: Judged, queue: readonly WaitingRequest[], now: number): Judged {
  if (judged.kind === 'granted' || judged.request.reserved) return judged
  if (!deservesReserve(judged.request, queue, now)) return judged
  return { ...judged, refusal: { ...judged.refusal, reserved: true } }
}

function byPosition(a: WaitingRequest, b: WaitingRequest): number {
  return a.position - b.position || (a.runId < b.runId ? -1 : 1)
}

/** By the place in the queue, or because the other has waited so long that it is reserved. */
function isBefore(other: WaitingRequest, request: WaitingRequest, reserves: boolean): boolean {
  if (other.runId === request.runId) return false
  if (reserves && other.reserved !== request.reserved) {
    const isOlder = other.requestedAt < request.requestedAt
    if (other.reserved && isOlder) return true
    if (request.reserved && !isOlder) return false
  }
  return byPosition(other, request) < 0
}

/**
 * Whether a request has to wait for another. What it holds already, or a run above it holds, it need not wait for: nobody
 * gets that before, except runs of the same root.
 */
function isInTheWay(other: WaitingRequest, request: WaitingRequest, locks: readonly HeldLock[]): boolean {
  const own = heldBy(request, locks)
  if (own.size === 0) return conflict(other, request)
  const others = heldBy(other, locks)
  const contested = request.resources.filter((resource) => !own.has(resource) || others.has(resource))
  return conflict(other, { ...request, resources: contested })
}

/** The resources that the run, or a run above it, holds. */
function heldBy({ ownerId, runId, above }: WaitingRequest, locks: readonly HeldLock[]): ReadonlySet<string> {
  const own = locks.filter((lock) => lock.ownerId === ownerId && (lock.runId === runId || above.includes(lock.runId)))
  return new Set(own.map(({ resource }) => resource))
}

function lockOf(request: WaitingRequest, resource: string, since: number): HeldLock {
  const { ownerId, runId, rootRunId } = request
  return { ownerId, resource, runId, rootRunId, mode: modeOf(request, resource), token: 0, quarantined: false, since }
}

/** The locks of other runs that the request has to wait for. Its own locks and those of the runs above it pass. */
function blockersOf(request: WaitingRequest, locks: readonly HeldLock[]): readonly HeldLock[] {
  return locks.filter((lock) => {
    if (lock.ownerId !== request.ownerId || !request.resources.includes(lock.resource)) return false
    if (lock.runId === request.runId || request.above.includes(lock.runId)) return false
    return lock.mode === 'exclusive' || modeOf(request, lock.resource) === 'exclusive'
  })
}

interface Waits {
  readonly blocking: readonly HeldLock[]
  readonly ahead: readonly WaitingRequest[]
}

/** Waits that may never end: for a lock of a run above, or for other resources while a run above holds locks. */
function finalRefusal(request: WaitingRequest, locks: readonly HeldLock[], { blocking, ahead }: Waits) {
  // A slot of a run above is no reason to refuse: its key bounds runs, and names nothing that they work on.
  const ofAbove = locks.filter(
    ({ runId, ownerId, resource }) =>
      ownerId === request.ownerId && request.above.includes(runId) && !isSlotName(resource),
  )
  if (ofAbove.length === 0) return null
  const upgrade = ofAbove.find(
    ({ resource, mode }) =>
      mode === 'shared' && request.resources.includes(resource) && modeOf(request, resource) === 'exclusive',
  )
  if (upgrade !== undefined) {
    const note = `A run above holds ${upgrade.resource} shared, so this run cannot have it exclusively. Lock it exclusively there.`
    return { code: 'LOCK_UPGRADE' as const, note }
  }
  // Runs of one root wait for each other within the locks of that root, which nobody else takes.
  const within = new Set(ofAbove.map(({ resource }) => resource))
  const isBeyond = ({ resources }: WaitingRequest) =>
    resources.some((each) => request.resources.includes(each) && !within.has(each))
  if (!blocking.some(({ resource }) => !within.has(resource)) && !ahead.some(isBeyond)) return null
  const note = 'A run above holds locks, so this run cannot wait for others. Name all resources there.'
  return { code: 'LOCK_ORDER' as const, note }
}

function namesOf(blocking: readonly HeldLock[], ahead: readonly WaitingRequest[]): readonly string[] {
  const runs = blocking.length > 0 ? blocking.map(({ runId }) => runId) : ahead.slice(0, 1).map(({ runId }) => runId)
  return [...new Set(runs)].sort().slice(0, lockTuning.blockersNamed)
}

function noteOf([lock]: readonly HeldLock[], ahead: readonly WaitingRequest[]): string {
  if (lock !== undefined) {
    const how = lock.quarantined ? 'is kept by the unsafe run' : 'is held by run'
    return `${resourceWords(lock.resource)} ${how} ${lock.runId}`
  }
  return `run ${ahead[0]?.runId} waits for the same resources and comes first`
}

/**
 * The history of a run gets a refusal once per change of what blocks it. A request behind others is told once; what
 * blocks it then changes with each turn of the queue, which is no news; a slot changes its holders at each turn as well.
 */
function isNewsOf({ blockedBy }: WaitingRequest, blocking: readonly HeldLock[], now: readonly string[]): boolean {
  if (blockedBy === null) return true
  return blocking.some(({ resource }) => !isSlotName(resource)) && blockedBy.join(' ') !== now.join(' ')
}

/** The run to cancel, each time that other runs are in the way: the first was perhaps replaced by another request. */
function cancelsOf(request: WaitingRequest, slots: SlotQueue, now: readonly string[]): string | null {
  if (request.blockedBy !== null && request.blockedBy.join(' ') === now.join(' ')) return null
  return cancelledFor(request, slots)
}

/** The oldest of the requests that conflict is reserved after some refusals, or some time. */
function deservesReserve(request: WaitingRequest, queue: readonly WaitingRequest[], now: number): boolean {
  const isDue =
    request.tries + 1 >= lockTuning.reserveAfterTries || now - request.requestedAt >= lockTuning.reserveAfterMs
  if (!isDue) return false
  return !queue.some((other) => other.requestedAt < request.requestedAt && contend(other, request))
}

/** The letter to the run that is cancelled to make room. */
export function cancelLetter({ request }: Pick<Judged, 'request'>): Command {
  const words = request.slot === null ? '' : slotWords(request.slot.resource)
  return { type: 'cancel', actor: { id: 'engine' }, reason: `Run ${request.runId} takes its place (${words})` }
}

/** The letter to a run about its request. */
export function letterOf(judged: Judged, tokens: Readonly<Record<string, number>> = {}): Command {
  const { request } = judged.request
  if (judged.kind === 'granted') return { type: 'locks_granted', request, tokens }
  const { retryNote, blockedBy, position, code } = judged.refusal
  return {
    type: 'locks_refused',
    request,
    retry_note: retryNote,
    blocked_by: blockedBy,
    position,
    ...(code !== undefined && { code }),
  }
}

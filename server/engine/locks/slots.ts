import { slotWords } from '#core/definition/concurrency.ts'
import { conflict, type HeldLock, type WaitingRequest } from './lock-rows.ts'

/** The slots of a request as a pass finds them: who has them, and which requests get one before it. */
export interface SlotQueue {
  /** Locks of other runs, the oldest first. Runs above it share their slot with it. */
  readonly holders: readonly HeldLock[]
  readonly ahead: readonly WaitingRequest[]
  readonly isFull: boolean
}

const none: SlotQueue = { holders: [], ahead: [], isFull: false }

/** Whether both requests want a slot of the same key. */
function sameSlot(one: WaitingRequest, other: WaitingRequest): boolean {
  return one.slot !== null && one.ownerId === other.ownerId && one.slot.resource === other.slot?.resource
}

/** Whether one of the requests may have to wait for the other: they conflict, or share the slots of a key. */
export function contend(one: WaitingRequest, other: WaitingRequest): boolean {
  return conflict(one, other) || sameSlot(one, other)
}

/**
 * Counts the slots: requests that come first count like holders, so that nobody takes their turn. A run whose slot is
 * kept, by itself from before it ended unsafe or by a run above it, waits for nobody: the others wait for that slot.
 */
export function slotQueueOf(
  request: WaitingRequest,
  locks: readonly HeldLock[],
  before: readonly WaitingRequest[],
): SlotQueue {
  const { slot, ownerId, runId, above } = request
  if (slot === null) return none
  const taken = locks.filter((lock) => lock.ownerId === ownerId && lock.resource === slot.resource)
  const isShared = (lock: HeldLock) => lock.runId === runId || above.includes(lock.runId)
  if (taken.some(isShared)) return none
  const holders = taken.sort((a, b) => a.since - b.since || (a.runId < b.runId ? -1 : 1))
  const ahead = before.filter((other) => sameSlot(other, request))
  return { holders, ahead, isFull: holders.length + ahead.length >= slot.limit }
}

/** The run that is cancelled to make room: the oldest holder that has not ended. */
export function cancelledFor({ slot }: WaitingRequest, { holders }: SlotQueue): string | null {
  if (slot?.whenFull !== 'cancel_oldest' || holders.length < slot.limit) return null
  return holders.find(({ quarantined }) => !quarantined)?.runId ?? null
}

/** The end of a request that is to be skipped. */
export function skipOf({ slot }: WaitingRequest, queue: SlotQueue) {
  if (slot?.whenFull !== 'skip' || !queue.isFull) return null
  const [first] = [...queue.holders, ...queue.ahead]
  const runs = slot.limit === 1 ? `run ${first?.runId} has it` : `all ${slot.limit} slots are taken`
  return { code: 'CONCURRENCY_FULL' as const, note: `Skipped by ${slotWords(slot.resource)}: ${runs}` }
}

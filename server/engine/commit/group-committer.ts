import type { After } from '../ports.ts'
import { kindOfStoreError } from '../store-error.ts'
import { roundRobin } from './round-robin.ts'

/**
 * Group commit. Items that arrive while every lane is busy wait together and go out in one transaction when a lane
 * returns; an idle lane takes all waiting items at the end of the current turn. There is no timer: alone, an item costs
 * one commit of latency; under load, batches form by themselves. A turn that brings many items sends the first of them
 * before it has ended, so that the caller and the database work at the same time.
 *
 * Invariants:
 * 1. The promise of an item settles only after the database has answered for it.
 * 2. A batch whose result is unknown is sent again, identical, until the result is known.
 * 3. An item that can never be stored, or trips over a bug, does not fail other items.
 */
export interface GroupCommitter<Item, Result> {
  commit(item: Item): Promise<Result>
  /** Items that have no answer yet. */
  readonly pending: number
  /** Settles when no item is waiting or under way. No more items are accepted. */
  close(): Promise<void>
}

export interface GroupCommitterOptions<Item, Result> {
  /** Batches that may be under way at once; `write` is told which lane it is for. */
  readonly lanes: number
  readonly itemsPerBatch: number
  readonly bytesPerBatch: number
  /**
   * Number of items that make a batch before the turn has ended: the write and the turn overlap. Absent: only at its
   * end.
   */
  readonly eagerItems?: number
  readonly after: After
  bytesOf(item: Item): number
  /**
   * Owner of an item: when a batch cannot take all items, each owner gets a part of it. Absent: first come, first
   * served.
   */
  ownerOf?(item: Item): string
  /** One transaction. `again` is true when an earlier attempt at the same items may have been applied. */
  write(items: readonly Item[], lane: number, again: boolean): Promise<readonly Result[]>
  /** How long a batch is sent again before its callers get the error; without end when absent. */
  readonly retryForMs?: number
  /** Called for every batch that has to be sent again. */
  onRetry?(error: unknown, items: number): void
}

export class PoisonedItem extends Error {}
export class CommitterClosed extends Error {}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

const RETRY_MS = { first: 10, longest: 1_000 }

export function createGroupCommitter<Item, Result>(
  options: GroupCommitterOptions<Item, Result>,
): GroupCommitter<Item, Result> {
  const eager = options.eagerItems ?? Number.POSITIVE_INFINITY
  const idleLanes = Array.from({ length: options.lanes }, (_, lane) => lane)
  const closing = new AbortController()
  let waiting: Waiting<Item, Result>[] = []
  let underWay = 0
  let scheduled = false
  let onDrained: (() => void) | null = null

  const schedule = () => {
    if (scheduled || idleLanes.length === 0 || waiting.length === 0) return
    scheduled = true
    // All items of the current turn go out together.
    queueMicrotask(() => {
      scheduled = false
      flush()
    })
  }

  const flush = () => {
    const lane = idleLanes.pop()
    if (lane === undefined) return
    const batch = takeBatch()
    if (batch.length === 0) {
      idleLanes.push(lane)
      return
    }
    underWay += batch.length
    void settle(batch, lane).then(() => {
      underWay -= batch.length
      idleLanes.push(lane)
      if (waiting.length > 0) flush()
      else if (idleLanes.length === options.lanes) onDrained?.()
    })
    schedule()
  }

  const takeBatch = (): Waiting<Item, Result>[] => {
    const { ownerOf } = options
    if (ownerOf && waiting.length > options.itemsPerBatch) waiting = roundRobin(waiting, ({ item }) => ownerOf(item))
    let bytes = 0
    let count = 0
    for (const { item } of waiting) {
      bytes += options.bytesOf(item)
      if (count > 0 && bytes > options.bytesPerBatch) break
      count += 1
      if (count === options.itemsPerBatch) break
    }
    const batch = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return batch
  }

  const settle = async (batch: readonly Waiting<Item, Result>[], lane: number, again = false): Promise<void> => {
    const items = batch.map(({ item }) => item)
    let patient = true
    let callOff: (() => void) | null = null
    for (let attempt = 0; ; attempt += 1) {
      try {
        const results = await options.write(items, lane, again || attempt > 0)
        for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
        callOff?.()
        return
      } catch (error) {
        const kind = kindOfStoreError(error)
        if (kind === 'transient' && patient && !closing.signal.aborted) {
          if (options.retryForMs !== undefined) {
            callOff ??= options.after(options.retryForMs, () => {
              patient = false
            })
          }
          options.onRetry?.(error, items.length)
          await pause(options.after, Math.min(RETRY_MS.first * 2 ** attempt, RETRY_MS.longest), closing.signal)
          continue
        }
        callOff?.()
        if (kind !== 'transient' && batch.length > 1) {
          const middle = batch.length >> 1
          // A batch that can never be stored wrote nothing; after a bug, parts of it may be stored.
          const mayBeThere = again || attempt > 0 || kind === 'bug'
          await settle(batch.slice(0, middle), lane, mayBeThere)
          await settle(batch.slice(middle), lane, mayBeThere)
        } else {
          for (const { reject } of batch) reject(kind === 'poisoned' ? new PoisonedItem(String(error)) : error)
        }
        return
      }
    }
  }

  return {
    get pending() {
      return waiting.length + underWay
    },
    commit(item) {
      if (closing.signal.aborted) return Promise.reject(new CommitterClosed('The committer is closed.'))
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (waiting.length >= eager && idleLanes.length > 0) flush()
        else schedule()
      })
    },
    async close() {
      closing.abort()
      if (waiting.length > 0 || idleLanes.length < options.lanes) {
        await new Promise<void>((resolve) => {
          onDrained = resolve
        })
      }
    },
  }
}

function pause(after: After, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      callOff()
      signal.removeEventListener('abort', done)
      resolve()
    }
    const callOff = after(ms, done)
    signal.addEventListener('abort', done)
  })
}

/**
 * Virtual time. Calls wait in a queue ordered by time, and by insertion where times are equal. Between two calls every
 * promise that can settle does.
 */
export interface Schedule {
  readonly now: number
  /** The number of calls made so far. */
  readonly steps: number
  /** Schedules a call; the returned function cancels it. */
  at(time: number, call: () => void): () => void
  /** Runs until no call is due by `end`, or `done` returns true. */
  run(end: number, done: () => boolean): Promise<void>
}

interface Entry {
  readonly time: number
  readonly order: number
  call: (() => void) | null
}

export function createSchedule(start: number): Schedule {
  const heap: Entry[] = []
  let now = start
  let order = 0
  let steps = 0

  return {
    get now() {
      return now
    },
    get steps() {
      return steps
    },
    at(time, call) {
      order += 1
      const entry: Entry = { time: Math.max(time, now), order, call }
      push(heap, entry)
      return () => {
        entry.call = null
      }
    },
    run: (end, done) =>
      inTurns(() => {
        if (done()) return false
        let first = heap[0]
        while (first && first.time <= end && !first.call) {
          pop(heap)
          first = heap[0]
        }
        if (!first?.call || first.time > end) {
          now = Math.max(now, end)
          return false
        }
        pop(heap)
        now = first.time
        steps += 1
        first.call()
        return true
      }),
  }
}

/** A turn of the event loop is expensive: this many immediates share a turn, and promises settle between them. */
const IMMEDIATES = 64

/**
 * Calls `doNext` until it returns false. Before each call, every promise has settled that does not wait for virtual
 * time, and unhandled rejections have been reported.
 */
function inTurns(doNext: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let isOver = false
    const next = () => {
      if (isOver) return
      try {
        isOver = !doNext()
        if (isOver) resolve()
      } catch (error) {
        isOver = true
        reject(error)
      }
    }
    const goOn = () => {
      if (isOver) return
      for (let count = 0; count < IMMEDIATES; count += 1) setImmediate(next)
      setImmediate(goOn)
    }
    goOn()
  })
}

function isBefore(a: Entry, b: Entry): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order)
}

function push(heap: Entry[], entry: Entry): void {
  let place = heap.length
  heap.push(entry)
  while (place > 0) {
    const above = (place - 1) >> 1
    const parent = heap[above] as Entry
    if (isBefore(parent, entry)) break
    heap[place] = parent
    place = above
  }
  heap[place] = entry
}

function pop(heap: Entry[]): void {
  const last = heap.pop()
  if (!last || heap.length === 0) return
  let place = 0
  for (;;) {
    let below = 2 * place + 1
    if (below >= heap.length) break
    if (below + 1 < heap.length && isBefore(heap[below + 1] as Entry, heap[below] as Entry)) below += 1
    if (isBefore(last, heap[below] as Entry)) break
    heap[place] = heap[below] as Entry
    place = below
  }
  heap[place] = last
}

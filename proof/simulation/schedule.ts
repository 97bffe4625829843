/**
 * Virtual time. What is to happen waits in a queue ordered by its time, and by
 * the order in which it was put in where times are equal; between two of them
 * every promise that can settle does.
 */
export interface Schedule {
  readonly now: number
  /** How many things have happened. */
  readonly steps: number
  /** Returns what calls it off. */
  at(time: number, call: () => void): () => void
  /** Goes on until nothing is left that is due by `end`, or `done` says so. */
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

/** A turn of the event loop is dear: so many immediates are put into each, and what they leave settles between them. */
const IMMEDIATES = 64

/**
 * Does one after the other until one of them was the last. Before each, every promise has settled that does not wait for
 * virtual time, and rejections that nobody handles have been told.
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

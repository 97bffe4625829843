import type { Json } from '#core/json.ts'
import type { HumanTaskSpec, RunError } from './words.ts'

/**
 * The progress of a PARALLEL step. Only the items in flight are read between two events, and ended items lie in chunks,
 * so that an item costs the same in a list of ten and of a hundred thousand.
 */
export interface Fan {
  readonly count: number
  /** The list, evaluated once; absent where the step has tasks. */
  readonly items?: readonly Json[]
  /** Index of the first item that has never started. */
  readonly next: number
  /**
   * Items that failed or were interrupted before a retry of the run; the entries from `redone` on wait to start again.
   */
  readonly redo: readonly Redo[]
  readonly redone: number
  readonly flight: readonly Flying[]
  /** Ends by index, in chunks; null where the item has not ended. */
  readonly ended: readonly (readonly (ItemEnd | null)[])[]
  readonly completed: number
  readonly failed: number
  /** Size of the outputs so far. */
  readonly bytes: number
  /** The item whose failure fails the step once nothing is in flight. */
  readonly failing?: number
}

export interface Redo {
  readonly item: number
  /** Attempts so far: they do not count against the policy. */
  readonly attempt: number
}

interface FlyingBase {
  readonly item: number
  readonly attempt: number
  readonly attemptsBefore: number
  readonly name?: string
  readonly with?: Json
  readonly key?: string
}

export type Flying = FlyingBase &
  (
    | { readonly status: 'running' }
    /** A whole step does the work; its own state says how far it is. */
    | { readonly status: 'in_step'; readonly branch: string }
    | {
        readonly status: 'backing_off'
        readonly error: RunError
        readonly timerId: string | null
        readonly retryAt: number
      }
    | { readonly status: 'waiting_child'; readonly childRunId: string; readonly workflow: string }
    | {
        readonly status: 'waiting_person'
        readonly task: HumanTaskSpec
        readonly since: number
        readonly result?: Json
      }
  )

export type ItemEnd =
  | {
      readonly output: Json
      readonly name?: string
      /** The whole step that gave the output. */
      readonly branch?: string
      readonly child?: { readonly runId: string; readonly workflow: string }
    }
  | {
      readonly error: RunError
      readonly attempt: number
      readonly cause?: 'child' | 'worker_crash'
      /** The child through which the item failed: a retry of that child retries the item. */
      readonly child?: { readonly runId: string; readonly workflow: string }
    }

export type DoneItem = Extract<ItemEnd, { readonly output: Json }>

export function newFan(count: number, items: readonly Json[] | undefined): Fan {
  return {
    count,
    ...(items !== undefined && { items }),
    next: 0,
    redo: [],
    redone: 0,
    flight: [],
    ended: [],
    completed: 0,
    failed: 0,
    bytes: 0,
  }
}

/** Prepares a step that starts again: completed items stay, failed and interrupted ones are to be redone. */
export function restartedFan(fan: Fan): Fan {
  const redo = [...fan.redo.slice(fan.redone), ...fan.flight.map(({ item, attempt }) => ({ item, attempt }))]
  for (const [item, end] of endsOf(fan).entries()) {
    if (end !== null && 'error' in end) redo.push({ item, attempt: end.attempt })
  }
  const ended = fan.ended.map((chunk) => chunk.map((end) => (end !== null && 'error' in end ? null : end)))
  const { failing: _, ...rest } = fan
  return { ...rest, redo: redo.toSorted((a, b) => a.item - b.item), redone: 0, flight: [], ended, failed: 0 }
}

/** The next item to start, if any is left. */
export function nextItem({ redo, redone, next, count }: Fan): Redo | null {
  const again = redo[redone]
  if (again !== undefined) return again
  return next < count ? { item: next, attempt: 0 } : null
}

export function flyingItem(fan: Fan, item: number): Flying | undefined {
  return fan.flight.find((flying) => flying.item === item)
}

/** Starts an item, or changes its status in flight. */
export function withFlying(fan: Fan, flying: Flying): Fan {
  const { item } = flying
  if (flyingItem(fan, item) !== undefined) {
    return { ...fan, flight: fan.flight.map((other) => (other.item === item ? flying : other)) }
  }
  const flight = [...fan.flight, flying]
  if (item === fan.next) return { ...fan, flight, next: fan.next + 1 }
  if (fan.redo[fan.redone]?.item === item) return { ...fan, flight, redone: fan.redone + 1 }
  // An item that starts again out of its turn.
  return { ...fan, flight, redo: fan.redo.filter((redo) => redo.item !== item) }
}

/** Starts a waiting item out of its turn. */
export function withRedone(fan: Fan, item: number, doing: (attemptsBefore: number) => Flying): Fan {
  const { attempt } = fan.redo.find((redo) => redo.item === item) as Redo
  const redo = fan.redo.filter((other) => other.item !== item)
  return { ...fan, redo, flight: [...fan.flight, doing(attempt)] }
}

const chunkSize = 128

/** Ends an item. `bytes`: size of its output. */
export function withEnd(fan: Fan, item: number, end: ItemEnd, bytes: number): Fan {
  const at = Math.floor(item / chunkSize)
  const ended = fan.ended.slice()
  while (ended.length <= at) ended.push([])
  const chunk = (ended[at] as readonly (ItemEnd | null)[]).slice()
  const place = item % chunkSize
  while (chunk.length < place) chunk.push(null)
  chunk[place] = end
  ended[at] = chunk
  const failed = 'error' in end
  return {
    ...fan,
    flight: fan.flight.filter((flying) => flying.item !== item),
    ended,
    completed: fan.completed + (failed ? 0 : 1),
    failed: fan.failed + (failed ? 1 : 0),
    bytes: fan.bytes + bytes,
  }
}

/** The ends of all items, in their order. */
export function endsOf({ ended, count }: Fan): readonly (ItemEnd | null)[] {
  const ends: (ItemEnd | null)[] = new Array(count).fill(null)
  for (const [chunk, entries] of ended.entries()) {
    for (const [place, end] of entries.entries()) ends[chunk * chunkSize + place] = end
  }
  return ends
}

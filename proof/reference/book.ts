import { canonical } from '#core/definition/schema/canonical.ts'
import { type Json, type JsonObject, objectOf } from '#core/json.ts'
import type { Failure, ReferenceWork } from './work.ts'

/** The state of a step. The first row is undecided, the second waits for something, the third is decided. */
export type Now =
  | 'untouched'
  | 'call'
  | 'back_off'
  | 'due'
  | 'person'
  | 'time'
  | 'child'
  | 'signal'
  | 'inner'
  | 'completed'
  | 'failed'
  | 'handled'
  | 'dead'
  | 'when'
  | 'unreached'

export interface Visit {
  now: Now
  iteration: number
  /** The number of tries in this visit, of tries before the last retry of the run, and of visits in all. */
  attempt: number
  triedBefore: number
  visits: number
  /** The source step of the back edge that leads straight to this step. */
  entered?: string
  /** The arguments of the step's function, and a person's answer. */
  args?: Json
  answer?: Json
  /** The approvals so far with their inputs, where several people have to approve. */
  approvals?: readonly { readonly by: string; readonly input: Json }[]
  /** The output of the function when it paused, and the child workflow it asked for. */
  said?: Json
  child?: string
  /** The signal that the step waits for, and the ordinal of this wait. */
  signal?: string
  waitsAs?: number
  /** The time of the failure, and its source. */
  failure?: Pick<Failure, 'through'> & { readonly at: number }
  undone?: boolean
}

/** A visit that a saga would undo. */
export interface Undo {
  readonly step: string
  readonly iteration: number
  /** The number of tries so far, and how many of them belong to earlier rollbacks. */
  attempt: number
  readonly triedBefore: number
  now: 'next' | 'call' | 'back_off'
}

/** The whole memory of the reference about one run, in one place, mutated in place. */
export interface Book {
  readonly work: ReferenceWork
  input: Json
  at: number
  status: string
  started: boolean
  held: boolean
  /** The number of steps that may still start in a manually driven run. */
  allowance: number
  /** The outcome of the run once the rollback is done; null while the run goes forward. */
  rollback: { readonly ending: 'cancelled' | 'failed'; begun: boolean } | null
  readonly visits: Map<string, Visit>
  /** Steps to re-examine, in this order, because one of their edges was decided. */
  agenda: string[]
  /** The decision about each edge, by id. */
  readonly edges: Map<string, 'live' | 'dead' | 'failed'>
  writes: { readonly step: string; readonly path: readonly string[]; readonly value: Json }[]
  outputs: { [step: string]: { readonly output: Json } }
  /** Visits that can be undone, in order of completion; and visits whose compensation failed. */
  undo: Undo[]
  notUndone: Undo[]
  /** Visits whose calls a rollback waited for in vain. */
  abandoned: string[]
  /** Unread signals, and the number of waits for signals so far. */
  signals: { readonly name: string; readonly data: Json }[]
  signalWaits: number
  readonly did: string[]
  readonly undone: string[]
  readonly impossible: string[]
}

export function emptyBook(work: ReferenceWork): Book {
  return {
    work,
    input: work.input,
    at: 0,
    status: 'LIVE',
    started: false,
    held: false,
    allowance: 0,
    rollback: null,
    visits: new Map(),
    agenda: [],
    edges: new Map(),
    writes: [],
    outputs: {},
    undo: [],
    notUndone: [],
    abandoned: [],
    signals: [],
    signalWaits: 0,
    did: [],
    undone: [],
    impossible: [],
  }
}

export function visitOf(book: Book, step: string): Visit {
  let visit = book.visits.get(step)
  if (visit === undefined) {
    visit = { now: 'untouched', iteration: 1, attempt: 0, triedBefore: 0, visits: 0 }
    book.visits.set(step, visit)
  }
  return visit
}

const awaiting: readonly Now[] = ['call', 'back_off', 'due', 'person', 'time', 'child', 'signal', 'inner']

export function isAwaiting(visit: Visit): boolean {
  return awaiting.includes(visit.now)
}

/** Names of the steps that wait for something, in the order of the text. */
export function awaited(book: Book): readonly string[] {
  return stepNames(book).filter((name) => isAwaiting(visitOf(book, name)))
}

export function stepNames({ work }: Book): readonly string[] {
  return work.executable.definition.steps.map((step) => step.name)
}

export function say(book: Book, step: string, what: string): void {
  book.did.push(`${step}@${visitOf(book, step).iteration} ${what}`)
}

export function inWords(value: Json): string {
  return canonical(value)
}

/** The value of `state`: the input, and the steps' writes in their order. */
export function stateOf({ input, writes }: Book): JsonObject {
  let state = objectOf(input)
  for (const { path, value } of writes) state = written(state, path, value)
  return state
}

export function written(state: Json, [key = '', ...rest]: readonly string[], value: Json): JsonObject {
  const object = objectOf(state)
  const inner = Object.hasOwn(object, key) ? (object[key] as Json) : null
  return { ...object, [key]: rest.length === 0 ? value : written(inner, rest, value) }
}

/** Counts one more try of the step's visit. */
export function tried(book: Book, { name }: { readonly name: string }): void {
  const visit = visitOf(book, name)
  if (visit.attempt === 0) visit.visits += 1
  visit.attempt += 1
  visit.now = 'call'
  say(book, name, `tried ${visit.attempt}`)
}

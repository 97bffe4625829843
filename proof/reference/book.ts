import { canonical } from '#core/definition/schema/canonical.ts'
import { type Json, type JsonObject, objectOf } from '#core/json.ts'
import type { Failure, ReferenceWork } from './work.ts'

/** Where a step stands. The first row has yet to be decided, the second awaits something, the third is decided. */
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
  /** How often it was tried: in this visit, before the last retry of the run; and how often it was visited at all. */
  attempt: number
  triedBefore: number
  visits: number
  /** A back edge leads straight here, from this step. */
  entered?: string
  /** With what its function is called, and what a person answered. */
  args?: Json
  answer?: Json
  /** Who has approved it, of several who have to, and what they said. */
  approvals?: readonly { readonly by: string; readonly input: Json }[]
  /** What its function said when it paused, and which workflow it asked for. */
  said?: Json
  child?: string
  /** The signal that it waits for, and the how-manieth wait this is. */
  signal?: string
  waitsAs?: number
  /** When it failed, and through whom. */
  failure?: Pick<Failure, 'through'> & { readonly at: number }
  undone?: boolean
}

/** A visit that a saga would undo. */
export interface Undo {
  readonly step: string
  readonly iteration: number
  /** Tries so far, and how many of them belong to earlier rollbacks. */
  attempt: number
  readonly triedBefore: number
  now: 'next' | 'call' | 'back_off'
}

/** All that the reference remembers of one run, in one place, changed in place. */
export interface Book {
  readonly work: ReferenceWork
  input: Json
  at: number
  status: string
  started: boolean
  held: boolean
  /** By hand: how many steps may still start. */
  allowance: number
  /** How the run will end once everything is undone; null while it goes forward. */
  rollback: { readonly ending: 'cancelled' | 'failed'; begun: boolean } | null
  readonly visits: Map<string, Visit>
  /** Steps to be looked at, in this order: something about their edges was decided. */
  agenda: string[]
  /** What was decided about each edge, by id. */
  readonly edges: Map<string, 'live' | 'dead' | 'failed'>
  writes: { readonly step: string; readonly path: readonly string[]; readonly value: Json }[]
  outputs: { [step: string]: { readonly output: Json } }
  /** What can be undone, in order of completion; and what could not be. */
  undo: Undo[]
  notUndone: Undo[]
  /** Visits that a rollback waited for in vain. */
  abandoned: string[]
  /** Signals that nobody has read yet, and how many waits for signals there were. */
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

/** Names of the steps that await something, in the order of the text. */
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

/** `state`: the input, and what the steps wrote, in their order. */
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

/** One more try of the step's visit. */
export function tried(book: Book, { name }: { readonly name: string }): void {
  const visit = visitOf(book, name)
  if (visit.attempt === 0) visit.visits += 1
  visit.attempt += 1
  visit.now = 'call'
  say(book, name, `tried ${visit.attempt}`)
}

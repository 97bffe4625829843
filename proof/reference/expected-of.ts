import type { Json } from '#core/json.ts'
import { begin, tryIt } from './begin.ts'
import { awaited, type Book, emptyBook, stateOf, stepNames, visitOf } from './book.ts'
import { skip } from './close.ts'
import { decideEdges, readiness } from './flow.ts'
import { endOfSteps } from './settle.ts'
import { takeNote } from './take-note.ts'
import { goOnUndoing } from './undo.ts'
import type { Expected, Fact, ReferenceWork } from './work.ts'

/**
 * The expected account of a run that took note of these facts in this order: a second implementation of the lifecycle,
 * written for readability, not speed. It has no events, commits or concurrency: a fact is applied, then the run goes on
 * as far as it can by itself, then comes the next fact. Concurrency is in the order of the facts alone, so that the
 * answer is one account and not a set. Take the order that a run reports (`factsOf`), or make one (`expectedAlone`),
 * and compare the run with the account (`differences`).
 */
export function expectedOf(work: ReferenceWork, facts: readonly Fact[]): Expected {
  const book = emptyBook(work)
  for (const fact of facts) {
    const why = takeNote(book, fact)
    if (why === null) goOn(book)
    else book.impossible.push(`${JSON.stringify(fact)}: ${why}`)
  }
  return accountOf(book)
}

/** The behaviour of people and children when nothing interferes: people's answers, and how the children end. */
export interface World {
  answer(step: string, iteration: number): Json
  child(step: string, iteration: number, attempt: number): { readonly status: string; readonly state: Json }
}

/**
 * The expected account without a reported order: facts come one by one in the order of the text, without interference
 * or timeouts.
 */
export function expectedAlone(work: ReferenceWork, world: World): Expected {
  const book = emptyBook(work)
  for (let fact: Fact | null = { kind: 'started', at: 0 }; fact !== null; fact = nextFact(book, world)) {
    const why = takeNote(book, fact)
    if (why !== null) throw new Error(`${JSON.stringify(fact)} cannot be: ${why}`)
    goOn(book)
  }
  return accountOf(book)
}

function nextFact(book: Book, world: World): Fact | null {
  if (book.status !== 'LIVE') return null
  const at = book.at + 1
  const undo = book.undo.at(-1)
  if (book.rollback !== null && undo !== undefined && undo.now !== 'next') {
    const of = { at, step: undo.step, iteration: undo.iteration, undo: true }
    return undo.now === 'call' ? { ...of, kind: 'call_ended', attempt: undo.attempt } : { ...of, kind: 'retry_due' }
  }
  const [step] = awaited(book)
  if (step === undefined) return null
  const { now, iteration, attempt } = visitOf(book, step)
  const of = { at, step, iteration }
  switch (now) {
    case 'person':
      return { ...of, kind: 'answered', input: world.answer(step, iteration) }
    case 'time':
      return { ...of, kind: 'time_came' }
    case 'child':
      return { ...world.child(step, iteration, attempt), ...of, kind: 'child_ended', attempt }
    case 'back_off':
      return { ...of, kind: 'retry_due', undo: false }
    default:
      return { ...of, kind: 'call_ended', attempt, undo: false }
  }
}

/**
 * Runs as far as possible without outside input: first the steps without a call, then one start after the other in the
 * order of the text.
 */
function goOn(book: Book): void {
  const { executable } = book.work
  if (goesOn(book)) {
    // An operator who steps a run sees each of its steps, so all steps are examined.
    if (book.work.manual) book.agenda = [...stepNames(book)]
    for (const name of stepNames(book))
      if (visitOf(book, name).now === 'due') tryIt(book, executable.step(name), 'again')
    while (goesOn(book)) {
      const { agenda } = book
      const next = agenda.shift()
      if (next !== undefined) decideNow(book, next)
      else if (!startNext(book)) break
    }
    const canStart = stepNames(book).some((name) => readiness(book, name) === 'ready')
    if (goesOn(book) && awaited(book).length === 0 && !canStart) endOfSteps(book)
  }
  book.agenda = []
  book.allowance = 0
  goOnUndoing(book)
}

function goesOn({ status, started, held, rollback }: Book): boolean {
  return status === 'LIVE' && started && !held && rollback === null
}

/** Skips the step or, if the step runs without outside input, runs it. */
function decideNow(book: Book, name: string): void {
  const now = readiness(book, name)
  if (now === 'wait') return
  const step = book.work.executable.step(name)
  const needsNobody =
    step.disabled === true || step.type === 'TRANSFORM' || (step.type === 'DECISION' && step.function === undefined)
  if (now === 'ready') {
    if (needsNobody && !book.work.manual) begin(book, step)
    return
  }
  skip(book, name, now === 'dead' ? 'dead' : 'unreached')
  decideEdges(book, name, () => now)
}

function startNext(book: Book): boolean {
  if (book.work.manual && book.allowance === 0) return false
  const name = stepNames(book).find((each) => readiness(book, each) === 'ready')
  if (name === undefined) return false
  begin(book, book.work.executable.step(name))
  return true
}

function accountOf(book: Book): Expected {
  const { status, did, undone, impossible } = book
  const awaits = awaited(book).map((name) => {
    const { now, iteration, attempt } = visitOf(book, name)
    return `${name}@${iteration}#${attempt} ${now}`
  })
  const undo = book.undo.at(-1)
  if (book.rollback !== null && undo !== undefined && awaits.length === 0) {
    awaits.push(`${undo.step}@${undo.iteration}#${undo.attempt} undo ${undo.now}`)
  }
  return { status, state: stateOf(book), did, undone, awaits, impossible }
}

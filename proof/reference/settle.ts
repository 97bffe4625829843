import type { Step } from '#core/definition/definition.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { type Book, inWords, say, stateOf, stepNames, visitOf, written } from './book.ts'
import { close } from './close.ts'
import { Broken, chosenRoute, unlessBroken } from './evaluate.ts'
import { afterChoice, decideEdges } from './flow.ts'
import { turnRound } from './undo.ts'
import type { Failure, Writes } from './work.ts'

export interface Result {
  readonly output: Json
  /** The step's writes to `state`; by default its output. */
  readonly writes?: Writes
  readonly route?: number | undefined
  readonly ignored?: boolean
}

/** Performs an action for a step; the step fails if the action throws `Broken`. */
export function orFail(book: Book, step: Step, act: () => void): void {
  const done = unlessBroken(act)
  if (done instanceof Broken) fail(book, step, { code: done.code, retryable: false })
}

/** Completes the step with its result. */
export function complete(book: Book, step: Step, result: Result): void {
  const { output, ignored = false } = result
  const writes = result.writes ?? writesOf(step, output)
  let { route } = result
  if (step.type === 'DECISION' && route === undefined && !ignored) {
    const state = writes.reduce((before, { path, value }) => written(before, path, value), stateOf(book))
    route = chosenRoute(book, step, state)
  }
  book.writes = [...book.writes, ...writes.map((write) => ({ step: step.name, ...write }))]
  book.outputs[step.name] = { output }
  visitOf(book, step.name).now = 'completed'
  say(book, step.name, `completed ${inWords(output)}`)
  if (!ignored) noteUndo(book, step)
  if (step.automate_next) book.allowance += 1
  decideEdges(book, step.name, afterChoice(route))
}

/**
 * The writes of a step's output. An object is merged into `state` unless the step has an `output_key`; other values
 * need one.
 */
export function writesOf({ type, output_key: key }: Step, output: Json): Writes {
  if (key !== undefined) return [{ path: key.split('.'), value: output }]
  if (output === null || type === 'FIRE_AND_FORGET') return []
  if (!isJsonObject(output)) throw new Broken('OUTPUT_KEY_REQUIRED')
  return Object.entries(output).map(([name, value]) => ({ path: [name], value }))
}

/**
 * Handles a failed try: the step tries again, the failure is ignored, a failure edge takes over, or the step fails for
 * good.
 */
export function fail(book: Book, step: Step, failure: Failure): void {
  const visit = visitOf(book, step.name)
  const { retry } = step
  const mayTryAgain = failure.retryable && !retry?.non_retryable?.includes(failure.code)
  if (book.rollback !== null) {
    markFailed(book, step, failure)
  } else if (mayTryAgain && visit.attempt - visit.triedBefore < (retry?.max_attempts ?? 1)) {
    visit.now = 'back_off'
  } else if (step.on_error === 'ignore' || isOrphanedCall(step)) {
    complete(book, step, { output: null, writes: [], ignored: true, route: defaultRoute(step) })
  } else if (step.on_failure !== undefined) {
    visit.now = 'handled'
    say(book, step.name, `failed ${failure.code}, handled`)
    decideEdges(book, step.name, (edge) => (edge.kind === 'failure' ? 'live' : 'dead'))
  } else {
    failForGood(book, step, failure)
  }
}

/** Whether no step waits for the result of this call. */
export function isOrphanedCall(step: Step): boolean {
  return step.type === 'FIRE_AND_FORGET' && step.function !== undefined
}

export function failForGood(book: Book, step: Step, failure: Failure): void {
  markFailed(book, step, failure)
  if (failsFast(book)) endFailed(book, failure)
  else decideEdges(book, step.name, () => 'failed')
}

function markFailed(book: Book, step: Step, { code, through, didSomething = false, abandoned }: Failure): void {
  const visit = visitOf(book, step.name)
  visit.now = 'failed'
  visit.failure = { ...(through !== undefined && { through }), at: book.at }
  say(book, step.name, `failed ${code}`)
  if (abandoned) book.abandoned.push(`${step.name}@${visit.iteration}`)
  // A child may have had effects before it failed: its step is undone, although the step never completed.
  if (through === 'child' || didSomething) noteUndo(book, step)
}

const failsFast = ({ work }: Book) => work.options?.failFast ?? work.executable.definition.fail_fast
const isSaga = ({ work }: Book) => work.options?.saga ?? work.executable.definition.saga_enabled

const statusOf = { child: 'FAILED_CHILD_WORKFLOW', worker: 'FAILED_WORKER_CRASH' } as const

export function endFailed(book: Book, { through }: Pick<Failure, 'through'>): void {
  if (isSaga(book)) turnRound(book, 'failed')
  else close(book, through === undefined || book.work.isFanOut ? 'FAILED' : statusOf[through])
}

/** Ends the run when no step can start and none waits: the run completes, or ends as its first failure did. */
export function endOfSteps(book: Book): void {
  const failures = stepNames(book).flatMap((name) => {
    const { now, failure } = visitOf(book, name)
    return now === 'failed' && failure !== undefined ? [failure] : []
  })
  const first = failures.toSorted((a, b) => a.at - b.at)[0]
  if (first === undefined) book.status = 'COMPLETED'
  else endFailed(book, first)
}

export function defaultRoute(step: Step): number | undefined {
  if (step.type !== 'DECISION') return undefined
  const index = step.routes.findIndex((route) => route.condition === undefined)
  return index < 0 ? undefined : index
}

/**
 * Records a visit to be undone. A visit is undone once: a second try after a failed compensation replaces the first
 * entry.
 */
function noteUndo(book: Book, step: Step): void {
  if (!isSaga(book) || step.compensate_function === undefined) return
  const visit = { step: step.name, iteration: visitOf(book, step.name).iteration }
  const known = book.undo.find((undo) => undo.step === visit.step && undo.iteration === visit.iteration)
  const attempt = known?.attempt ?? 0
  book.undo = [...book.undo.filter((undo) => undo !== known), { ...visit, attempt, triedBefore: attempt, now: 'next' }]
}

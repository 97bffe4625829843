import type { FireAndForgetStep, SignalStep, Step } from '#core/definition/definition.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { type Book, inWords, type Now, say, stateOf, tried, type Visit, visitOf, written } from './book.ts'
import { Broken, chosenRoute, holds, rendered, unlessBroken, valueIn } from './evaluate.ts'
import { afterChoice, decideEdges } from './flow.ts'
import { complete, defaultRoute, fail, failForGood, orFail, type Result } from './settle.ts'

/** A step that is ready: skipped because it is disabled or by its `when`, or visited. */
export function begin(book: Book, step: Step): void {
  book.allowance -= 1
  const visit = visitOf(book, step.name)
  if (visit.attempt === 0 && visit.visits >= (step.max_visits ?? limits.run.maxVisits)) {
    tried(book, step)
    failForGood(book, step, { code: 'MAX_VISITS', retryable: false })
    return
  }
  const wanted = step.disabled ? false : unlessBroken(() => holds(book, step.when))
  if (wanted instanceof Broken) {
    tried(book, step)
    fail(book, step, { code: wanted.code, retryable: false })
    return
  }
  if (wanted) {
    tryIt(book, step, 'first')
    return
  }
  book.allowance += 1
  say(book, step.name, step.disabled ? 'skipped (disabled)' : 'skipped (when)')
  visit.now = 'when'
  visit.visits += 1
  decideEdges(book, step.name, afterChoice(defaultRoute(step)))
}

/** A try of a visit. Another one keeps the arguments of the first, and what a person answered. */
export function tryIt(book: Book, step: Step, which: 'first' | 'again'): void {
  tried(book, step)
  orFail(book, step, () => {
    const visit = visitOf(book, step.name)
    const begun = start(book, step, visit, which)
    if (typeof begun === 'string') visit.now = begun
    else complete(book, step, begun)
  })
}

/** What the step awaits, or its result. */
function start(book: Book, step: Step, visit: Visit, which: 'first' | 'again'): Now | Result {
  switch (step.type) {
    case 'TRANSFORM':
      return transformed(book, step.set)
    case 'DECISION': {
      if (step.function !== undefined) return called(book, step, visit, which)
      const route = chosenRoute(book, step, stateOf(book))
      return { output: { target: step.routes[route]?.target as string }, writes: [], route }
    }
    case 'HUMAN':
      if (step.function !== undefined) called(book, step, visit, visit.answer === undefined ? 'first' : 'again')
      if (visit.answer !== undefined) return 'call'
      rendered(book, step.title ?? '')
      visit.approvals = []
      return 'person'
    case 'WAIT':
      return 'time'
    case 'SUB_WORKFLOW': {
      const input = step.input === undefined ? book.input : rendered(book, step.input)
      return askFor(book, step.name, step.sub_workflow_type, input)
    }
    case 'STANDARD':
    case 'ASYNC':
    case 'SCRIPT':
      return called(book, step, visit, which)
    case 'HTTP': {
      const { url = '', retry_policy: _, ...rest } = step.http_config
      if (which === 'first' || visit.args === undefined) visit.args = { ...(rendered(book, rest) as object), url }
      say(book, step.name, `called with ${inWords(visit.args)}`)
      return 'call'
    }
    case 'PARALLEL':
    case 'LOOP':
      return 'inner'
    case 'FIRE_AND_FORGET':
      return letGo(book, step, visit, which)
    case 'SIGNAL':
      return awaitSignal(book, step, visit)
    default:
      throw new Error(`The reference does not know ${step.type} steps.`)
  }
}

/** A run of its own is its whole result; behind a call it goes on at once. */
function letGo(book: Book, step: FireAndForgetStep, visit: Visit, which: 'first' | 'again'): Now | Result {
  if (step.workflow_type === undefined) {
    const now = called(book, step, visit, which)
    decideEdges(book, step.name, (edge) => (edge.kind === 'failure' ? undefined : 'live'))
    return now
  }
  const input = step.input === undefined ? book.input : rendered(book, step.input)
  say(book, step.name, `asks for ${step.workflow_type} ${inWords(input)}`)
  return { output: { run_id: book.work.letGo?.({ step: step.name, iteration: visit.iteration }) ?? null } }
}

/** One that came before is taken at once: the first that fits. */
function awaitSignal(book: Book, step: SignalStep, visit: Visit): Now | Result {
  const name = rendered(book, step.signal)
  if (typeof name !== 'string' || name.trim() === '') throw new Broken('WAIT_INVALID')
  const sent = book.signals.find((each) => each.name === name && mayTake(step, each.data))
  if (sent !== undefined) {
    book.signals = book.signals.filter((each) => each !== sent)
    return { output: sent.data }
  }
  book.signalWaits += 1
  visit.signal = name
  visit.waitsAs = book.signalWaits
  return 'signal'
}

/** What is merged into `state` is an object or nothing. */
export function mayTake(step: SignalStep, data: Json): boolean {
  return data === null || isJsonObject(data) || step.output_key !== undefined
}

/** A child run is to be started, and waited for. */
export function askFor(book: Book, name: string, workflow: string, input: Json): 'child' {
  visitOf(book, name).child = workflow
  say(book, name, `asks for ${workflow} ${inWords(input)}`)
  return 'child'
}

/** Arguments are rendered once, for all tries of a visit. */
function called(book: Book, step: Step, visit: Visit, which: 'first' | 'again'): Now {
  if (step.with === undefined) return 'call'
  if (which === 'first' || visit.args === undefined) visit.args = rendered(book, step.with)
  say(book, step.name, `called with ${inWords(visit.args)}`)
  return 'call'
}

/** Each assignment sees those before it. */
function transformed(book: Book, set: { readonly [path: string]: string }): Result {
  let state = stateOf(book)
  const output: Record<string, Json> = {}
  const writes = Object.entries(set).map(([written_path, source]) => {
    const path = written_path.split('.')
    const value = valueIn(book, source, state)
    state = written(state, path, value)
    output[written_path] = value
    return { path, value }
  })
  return { output, writes }
}

import type { Step } from '#core/definition/definition.ts'
import { canonical } from '#core/definition/schema/canonical.ts'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { askFor } from './begin.ts'
import { type Book, type Now, stepNames, tried, type Visit, visitOf } from './book.ts'
import { close, skip } from './close.ts'
import { reopenRun } from './flow.ts'
import { noteOfOverride, type Overriding } from './override.ts'
import { complete, endFailed, fail, isOrphanedCall, orFail, type Result, writesOf } from './settle.ts'
import { turnRound, undoEnded } from './undo.ts'
import type { Fact } from './work.ts'

type StepFact = Extract<Fact, { readonly step: string }>
const awaitedBy: { readonly [Kind in StepFact['kind']]?: readonly Now[] } = {
  call_ended: ['call'],
  answered: ['person'],
  approved: ['person'],
  time_came: ['time'],
  timed_out: ['person', 'time', 'child', 'signal', 'call', 'inner'],
  retry_due: ['back_off'],
  inner_ended: ['inner'],
  given_up: ['inner', 'call', 'child'],
}

/**
 * Failures without a result of the function: the call timed out, killed its process, or gave a result that cannot be
 * stored.
 */
const ofTheEngine: { readonly [code: string]: 'retryable' | 'final' } = {
  STEP_TIMEOUT: 'retryable',
  STEP_QUARANTINED: 'final',
  RESULT_UNUSABLE: 'final',
  WORKER_LOST: 'final',
  ABANDONED: 'final',
}

/** Applies a fact; returns the reason why the run cannot have taken note of it, or null. */
export function takeNote(book: Book, fact: Fact): string | null {
  book.at = fact.at
  if (!('step' in fact)) return noteOfRun(book, fact)
  if (book.status !== 'LIVE' && !reopens.includes(fact.kind)) return 'the run has ended'
  if ('undo' in fact && fact.undo) return noteOfUndo(book, fact)
  const visit = visitOf(book, fact.step)
  const attempt = 'attempt' in fact ? fact.attempt : visit.attempt
  const concerned = visit.iteration === fact.iteration && visit.attempt === attempt
  // The end of a child that the step no longer waits for changes nothing.
  if (fact.kind === 'child_ended' && (!concerned || visit.now !== 'child')) return null
  const fitting = awaitedBy[fact.kind]
  if (!concerned || (fitting !== undefined && !fitting.includes(visit.now))) {
    return `${fact.step} is ${visit.now} (visit ${visit.iteration}, attempt ${visit.attempt})`
  }
  const step = book.work.executable.step(fact.step)
  if (fact.kind === 'skipped' || fact.kind === 'led' || fact.kind === 'marked_done') {
    return noteOfOverride(book, step, fact)
  }
  return noteOfStep(book, step, fact)
}

const reopens: readonly Fact['kind'][] = ['child_retried', 'skipped', 'led', 'marked_done']

function noteOfStep(book: Book, step: Step, fact: Exclude<StepFact, Overriding>): string | null {
  const visit = visitOf(book, step.name)
  const end = (result: Result) => orFail(book, step, () => complete(book, step, result))
  switch (fact.kind) {
    case 'call_ended': {
      const { iteration, attempt } = fact
      const result = book.work.call({ step: step.name, iteration, attempt, undo: false })
      if (fact.code !== undefined && fact.code in ofTheEngine) {
        const lost = fact.code === 'WORKER_LOST' ? { through: 'worker' as const } : {}
        const left = fact.abandoned ? { abandoned: true } : {}
        fail(book, step, { code: fact.code, retryable: ofTheEngine[fact.code] === 'retryable', ...lost, ...left })
      } else if (result.ok === true) end({ output: joined(visit.answer ?? null, result.output) })
      else if (result.ok === false) fail(book, step, result)
      else if (isOrphanedCall(step)) fail(book, step, { code: 'DIRECTIVE_NOT_ALLOWED', retryable: false })
      else if (book.rollback !== null) fail(book, step, { code: 'DIRECTIVE_NOT_ALLOWED', retryable: false })
      else if (result.ok === 'sub_workflow') visit.now = askFor(book, step.name, result.workflow, result.input)
      else orFail(book, step, () => pause(book, step, joined(visit.answer ?? null, result.output)))
      return null
    }
    case 'approved':
      if (visit.approvals?.some(({ by }) => by === fact.by)) return `${fact.by} approved ${step.name} twice`
      visit.approvals = [...(visit.approvals ?? []), { by: fact.by, input: fact.input }]
      return null
    case 'answered':
      if (step.type === 'HUMAN' && step.form !== undefined && validateJson(step.form, fact.input).length > 0) {
        return `the form of ${step.name} does not allow ${JSON.stringify(fact.input)}`
      }
      if (!isAgreed(step, visit, fact.input)) return `${step.name} was decided before enough approved it`
      if (step.type === 'HUMAN' && step.function !== undefined && visit.said === undefined) {
        visit.answer = fact.input
        visit.now = book.held ? 'due' : 'call'
        // The call held back by a pause is an attempt of its own; the call that asked for the answer has not failed.
        if (book.held) visit.triedBefore = visit.attempt
      } else end({ output: joined(visit.said ?? null, fact.input) })
      return null
    case 'time_came':
      end({ output: null })
      return null
    case 'timed_out':
      fail(book, step, { code: 'TIMEOUT', retryable: true })
      return null
    case 'given_up':
      skip(book, step.name, 'unreached')
      return null
    case 'inner_ended': {
      const { output, writes, failure } = fact
      if (failure !== undefined) fail(book, step, failure)
      else complete(book, step, { output, writes })
      return null
    }
    case 'retry_due':
      visit.now = 'due'
      return null
    case 'child_ended': {
      if (fact.status !== 'COMPLETED') {
        fail(book, step, { code: 'CHILD_FAILED', retryable: true, through: 'child' })
        return null
      }
      const own = { path: ['sub_workflow_results', visit.child ?? ''], value: fact.state }
      const more = step.output_key === undefined ? [] : writesOf(step, fact.state)
      end({ output: fact.state, writes: [own, ...more] })
      return null
    }
    case 'child_retried':
      reopenRun(book)
      tried(book, step)
      visitOf(book, step.name).now = 'child'
      visitOf(book, step.name).child = visit.child ?? ''
      return null
  }
}

/**
 * Whether the required number of different people have approved, or one has rejected. A paused function asks one
 * person.
 */
function isAgreed(step: Step, { said: paused, approvals = [] }: Visit, input: Json): boolean {
  const required = step.type === 'HUMAN' && paused === undefined ? (step.approvals_required ?? 1) : 1
  if (required === 1 || (isJsonObject(input) && input.approved === false)) return true
  const said = Object.assign({}, ...approvals.map((approval) => approval.input as object))
  return approvals.length === required && canonical(said) === canonical(input)
}

function noteOfUndo(book: Book, fact: StepFact): string | null {
  const { step, iteration } = fact
  const undo = book.undo.at(-1)
  const wanted = fact.kind === 'retry_due' ? 'back_off' : 'call'
  const attempt = fact.kind === 'call_ended' ? fact.attempt : undo?.attempt
  const fits = undo?.step === step && undo.iteration === iteration && undo.attempt === attempt && undo.now === wanted
  if (book.rollback === null || !fits) return `what is being undone is ${JSON.stringify(undo ?? null)}`
  if (fact.kind !== 'call_ended') undo.now = 'next'
  else if (fact.code !== undefined && fact.code in ofTheEngine) {
    undoEnded(book, { ok: false, code: fact.code, retryable: ofTheEngine[fact.code] === 'retryable' })
  } else undoEnded(book, book.work.call({ step, iteration, attempt: undo.attempt, undo: true }))
  return null
}

function noteOfRun(book: Book, fact: Exclude<Fact, StepFact>): string | null {
  const live = book.status === 'LIVE'
  switch (fact.kind) {
    case 'started':
      if (book.started || !live) return 'it had started, or ended'
      book.started = true
      book.agenda = [...stepNames(book)]
      return null
    case 'stepped':
      if (!live || book.rollback !== null || book.held || !book.work.manual) return 'it cannot be stepped now'
      if (isJsonObject(fact.input)) {
        for (const [key, value] of Object.entries(fact.input)) book.writes.push({ step: '', path: [key], value })
      }
      book.allowance = 1
      return null
    case 'paused':
    case 'resumed':
      if (!live || book.rollback !== null || book.held === (fact.kind === 'paused'))
        return 'it was so already, or too late'
      book.held = fact.kind === 'paused'
      if (!book.held) book.agenda = [...stepNames(book)]
      return null
    case 'cancelled':
      if (!live || book.rollback !== null) return 'it was too late'
      if (fact.compensate && book.started) turnRound(book, 'cancelled')
      else close(book, 'CANCELLED')
      return null
    case 'undo_again':
      if (book.status !== 'FAILED' || book.undo.length === 0) return 'nothing is left to undo'
      book.status = 'LIVE'
      turnRound(book, 'failed', true)
      return null
    case 'wrote':
      book.writes.push(...fact.writes.map((write) => ({ step: fact.within, ...write })))
      return null
    case 'given_up_within':
      book.abandoned.push(fact.what)
      return null
    case 'signalled':
      if (!live || book.rollback !== null) return 'it was too late'
      takeSignal(book, fact.name, fact.data)
      return null
    case 'run_timed_out':
      if (!live || book.rollback !== null) return 'it was too late'
      endFailed(book, {})
      return null
    case 'retried':
      if (!['FAILED', 'FAILED_CHILD_WORKFLOW', 'FAILED_WORKER_CRASH'].includes(book.status))
        return `a run that is ${book.status} is not retried`
      book.input = fact.input ?? book.input
      reopenRun(book, fact.from_step)
      return null
  }
}

/** Delivers a signal to the step that has waited longest, or keeps the signal. */
function takeSignal(book: Book, name: string, data: Json): void {
  const [first] = book.work.executable.definition.steps
    .filter((step) => step.type === 'SIGNAL')
    .filter(({ name: each }) => visitOf(book, each).now === 'signal' && visitOf(book, each).signal === name)
    .toSorted((a, b) => (visitOf(book, a.name).waitsAs ?? 0) - (visitOf(book, b.name).waitsAs ?? 0))
  if (first === undefined) book.signals.push({ name, data })
  else orFail(book, first, () => complete(book, first, { output: data }))
}

/** Pauses a function that asks a person; the function's output goes into `state` first. */
function pause(book: Book, step: Step, said: Json): void {
  book.writes = [...book.writes, ...writesOf(step, said).map((write) => ({ step: step.name, ...write }))]
  const visit = visitOf(book, step.name)
  visit.said = said
  visit.now = 'person'
}

/** Merges a person's answer with the function's result. */
function joined(answer: Json, result: Json): Json {
  if (isJsonObject(answer) && isJsonObject(result)) return { ...answer, ...result }
  return result ?? answer
}

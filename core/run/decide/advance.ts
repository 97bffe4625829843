import type { ParallelStep } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import { readiness } from '../edges.ts'
import { hasItsLocks } from '../envelope/locks-of.ts'
import { namesInRun } from '../names-in-run.ts'
import { stepState } from '../state.ts'
import { type FannedOut, isOpen, type OpenStep } from '../step-state.ts'
import { hasStarted } from '../views/phases.ts'
import { begin, isPure, retryVisit } from './begin.ts'
import type { Decision } from './decision.ts'
import { endCompleted, endFailed } from './end-run.ts'
import { advanceEnvelope } from './envelope/advance-envelope.ts'
import { follow } from './follow.ts'
import { endRounds } from './loop/rounds.ts'
import { settleFan, stopWaits } from './parallel/end-item.ts'
import { landBranches, landDecided } from './parallel/land-branches.ts'
import { retryItem, startItems } from './parallel/start-parallel.ts'
import { rollBack } from './rollback/roll-back.ts'
import { boundSettling } from './settle.ts'

/**
 * Advances the run as far as it can go by itself. First, skips, joins, DECISION and TRANSFORM steps run to a fixpoint.
 * Then ready steps start, in the order of the text. If nothing is left, the outcome follows. The loop terminates
 * because every visit counts against `max_visits` and every event against the bound of one decision.
 */
export function advance(decision: Decision): void {
  const { nextState } = decision
  advanceEnvelope(decision)
  if (goesOn(decision)) {
    goOnWithOpen(decision)
    if (decision.isManual) decision.agenda.push(...namesInRun(decision.executable, nextState))
    const ready = new Set<string>()
    settle(decision, ready)
    if (goesOn(decision) && nextState.open.length === 0 && ready.size === 0) endOfSteps(decision)
  }
  if (nextState.rollback === null) return
  settleOpen(decision)
  boundSettling(decision)
  rollBack(decision)
}

function goesOn({ nextState }: Decision): boolean {
  const isLive = nextState.outcome === null && nextState.rollback === null && nextState.hold === null
  return isLive && hasStarted(nextState) && hasItsLocks(nextState)
}

/** Starts due retries, and items for which there is room; a hold may have kept them back. */
function goOnWithOpen(decision: Decision): void {
  for (const name of [...decision.nextState.open]) {
    const step = decision.nextState.steps[name] as OpenStep
    if (step.status === 'backing_off' && step.timerId === null) retryVisit(decision, name, step)
    if (step.status === 'fanned_out') goOnWithItems(decision, name, step)
  }
}

function goOnWithItems(decision: Decision, name: string, { fan }: FannedOut): void {
  const step = decision.executable.step(name) as ParallelStep
  for (const flying of fan.flight) {
    if (flying.status === 'backing_off' && flying.timerId === null) retryItem(decision, step, flying)
  }
  startItems(decision, step)
}

/** Ends the steps that a rollback need not wait for. A run that rolls back starts no more items and rounds. */
function settleOpen(decision: Decision): void {
  const { nextState, executable } = decision
  // Inner steps are settled before the steps around them.
  for (const name of [...nextState.open].reverse()) {
    const state = nextState.steps[name] as OpenStep
    if (state.status === 'fanned_out') {
      const step = executable.step(name) as ParallelStep
      landDecided(decision, step)
      // The last branch may have ended the step.
      if (stepState(nextState, name)?.status !== 'fanned_out') continue
      stopWaits(decision, step)
      settleFan(decision, step)
    } else if (state.status === 'looping' && !state.rounds.body.some((inner) => isOpen(stepState(nextState, inner)))) {
      const { iteration } = state
      decision.emit({ type: 'workflow.node.skipped', step: name, iteration, payload: { reason: 'run_ended' } })
    }
  }
}

function settle(decision: Decision, ready: Set<string>): void {
  const { agenda, nextState } = decision
  let at = 0
  while (goesOn(decision)) {
    if (decision.events.length > limits.run.eventsPerDecision) {
      const message = `One event caused more than ${limits.run.eventsPerDecision} others: the workflow runs in an endless loop.`
      endFailed(decision, { code: 'DECISION_TOO_LONG', message })
      return
    }
    if (nextState.seq > limits.run.historyEvents) {
      const message = `The history of the run has more than ${limits.run.historyEvents} events.`
      endFailed(decision, { code: 'HISTORY_TOO_LONG', message })
      return
    }
    const name = agenda[at]
    if (name !== undefined) {
      at += 1
      consider(decision, name, ready)
    } else if (!landBranches(decision) && !startNext(decision, ready) && !endRounds(decision, ready)) return
  }
}

/** Skips the step, runs it if it is pure, or marks it as ready. */
function consider(decision: Decision, name: string, ready: Set<string>): void {
  const now = readiness(decision.executable, decision.nextState, name)
  if (now === 'dead' || now === 'failed') {
    const iteration = stepState(decision.nextState, name)?.iteration ?? 1
    decision.emit({ type: 'workflow.node.skipped', step: name, iteration, payload: { reason: now } })
    follow(decision, name)
  } else if (now === 'ready') {
    // Manual drive shows every step, so even a DECISION waits for its turn.
    if (isPure(decision.executable.step(name)) && !decision.isManual) begin(decision, name)
    else ready.add(name)
  }
}

/**
 * Starts the first ready step in the order of the text. False when there is none, or when manual drive has no allowance
 * left.
 */
function startNext(decision: Decision, ready: Set<string>): boolean {
  if (decision.isManual && decision.allowance === 0) return false
  const place = decision.executable.placeOf
  let first: string | undefined
  for (const name of ready) {
    if (first === undefined || place(name) < place(first)) first = name
  }
  if (first === undefined) return false
  ready.delete(first)
  if (readiness(decision.executable, decision.nextState, first) !== 'ready') return true
  if (begin(decision, first) === 'began') decision.allowance -= 1
  return true
}

/** Ends a run that has nothing in flight and nothing to start. */
function endOfSteps(decision: Decision): void {
  const { nextState, executable } = decision
  const failures = executable.steps.flatMap(({ name }) => {
    const step = executable.containerOf(name) === undefined ? stepState(nextState, name) : undefined
    return step?.status === 'failed' && !step.handled ? [step] : []
  })
  const first = failures.sort((a, b) => a.at - b.at)[0]
  if (first === undefined) endCompleted(decision)
  else endFailed(decision, first.error, first.cause)
}

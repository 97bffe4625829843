import { modelStep } from '#core/definition/agent/agent-loop.ts'
import type { LoopStep } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import { type Rounds, resultOfRound } from '../../rounds.ts'
import { stepState } from '../../state.ts'
import { type Failed, isOpen, type Looping } from '../../step-state.ts'
import { answerOfAgent, hasAnswered, tooManyTurns } from '../agent/end-agent.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { finalFailure } from '../failure/failure.ts'
import { finishStep } from '../finish-step.ts'
import { type Evaluated, evaluateWhether, scopeOf } from '../text/expressions.ts'

/**
 * Ends a round in which nothing is in flight and nothing can start: the loop goes on with the next round, completes, or
 * fails with the failure in its body. False when there is no such round.
 */
export function endRounds(decision: Decision, ready: ReadonlySet<string>): boolean {
  const { nextState, executable } = decision
  for (const name of [...nextState.open]) {
    const state = stepState(nextState, name)
    if (state?.status !== 'looping' || state.resting !== undefined) continue
    if (state.rounds.body.some((inner) => isOpen(stepState(nextState, inner)) || ready.has(inner))) continue
    endRound(decision, executable.step(name) as LoopStep, state)
    return true
  }
  return false
}

function endRound(decision: Decision, step: LoopStep, { rounds, iteration }: Looping): void {
  const failure = failureIn(decision, rounds)
  if (failure !== undefined) {
    const { error, cause } = failure
    failStep(decision, step, { error, retryable: false, ...(cause !== undefined && { cause }) })
  } else if (decision.events.length > limits.run.eventsPerTurn) {
    rest(decision, step.name, iteration, rounds.round)
  } else {
    nextRound(decision, step)
  }
}

function failureIn({ nextState }: Decision, { body }: Rounds): Failed | undefined {
  const failed = body.flatMap((name) => {
    const state = stepState(nextState, name)
    return state?.status === 'failed' && !state.handled ? [state] : []
  })
  return failed.sort((a, b) => a.at - b.at)[0]
}

/** A loop of pure steps yields to other runs from time to time. */
function rest(decision: Decision, step: string, iteration: number, round: number): void {
  const payload = { timer_id: `turn:${step}:${iteration}:${round}`, due_at: decision.now, purpose: 'turn' as const }
  decision.emit({ type: 'workflow.timer.set', step, iteration, payload })
}

/** Begins the next round if there is to be one; otherwise completes the loop. */
export function nextRound(decision: Decision, step: LoopStep): void {
  const { iteration, rounds } = decision.nextState.steps[step.name] as Looping
  const round = rounds.round + 1
  const agent = step.asks
  const goesOn = whetherNext(decision, step, rounds, round)
  if (!goesOn.ok) {
    failStep(decision, step, goesOn.failure)
    return
  }
  const resultOf = lastCompleted(decision, rounds)
  if (!goesOn.value && agent !== undefined) {
    finishStep(decision, step, { output: answerOfAgent(decision.nextState, step, rounds) })
    return
  }
  if (!goesOn.value) {
    finish(decision, step, rounds, round, resultOf)
    return
  }
  const most = Math.min(step.max_iterations ?? limits.run.loopIterations, limits.run.loopIterations)
  if (round >= most) {
    failStep(decision, step, agent === undefined ? tooManyRounds(step.name, most) : tooManyTurns(step.name, most))
    return
  }
  const payload = {
    round,
    ...(resultOf !== undefined && { result_of: resultOf }),
    ...(agent !== undefined && round > 0 && { turn_of: modelStep(step.name) }),
  }
  decision.emit({ type: 'workflow.loop.round_started', step: step.name, iteration, payload })
  decision.agenda.push(...rounds.body)
}

function whetherNext(decision: Decision, step: LoopStep, { items }: Rounds, round: number): Evaluated<boolean> {
  if (step.first_round_only === true && round > 0) return { ok: true, value: false }
  if (step.asks !== undefined) return { ok: true, value: round === 0 || !hasAnswered(decision.nextState, step.name) }
  if (items !== undefined) return { ok: true, value: round < items.length }
  const scope = { ...scopeOf(decision, step.name), index: round }
  return evaluateWhether(decision, step.while_condition ?? 'false', scope)
}

/** The result of a round is that of its last completed step in the order of the text. */
function lastCompleted({ nextState }: Decision, { body, round }: Rounds): string | undefined {
  if (round < 0) return undefined
  return body.findLast((name) => stepState(nextState, name)?.status === 'completed')
}

function finish(
  decision: Decision,
  step: LoopStep,
  { results }: Rounds,
  iterations: number,
  resultOf: string | undefined,
): void {
  if (results === undefined) {
    finishStep(decision, step, { output: { iterations }, changes: [] })
    return
  }
  const last = resultOfRound(decision.nextState, resultOf)
  const output = { iterations, results: iterations === 0 ? [] : [...results.flat(), last] }
  if (JSON.stringify(output).length <= limits.run.gatheredBytes) finishStep(decision, step, { output })
  else failStep(decision, step, finalFailure('RESULT_TOO_LARGE', tooLarge(step)))
}

const tooManyRounds = (name: string, most: number) =>
  finalFailure('LOOP_LIMIT', `${name} reached its maximum of ${most} iterations.`)

function tooLarge({ name }: LoopStep): string {
  return `The results of the iterations of ${name} are larger than ${limits.run.gatheredBytes / 1024 / 1024} MB. Remove its output_key to keep only what its steps wrote to the state.`
}

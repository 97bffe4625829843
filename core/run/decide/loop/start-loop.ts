import type { LoopStep } from '#core/definition/definition.ts'
import { limits } from '#core/limits.ts'
import type { Rounds } from '../../rounds.ts'
import { stepState } from '../../state.ts'
import { isSuperseded } from '../../step-state.ts'
import type { ReopenedStep } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { questionOf } from '../steps/services.ts'
import { recordStart, setTimeoutTimer, type Visit } from '../steps/visit.ts'
import { evaluateList, scopeOf } from '../text/expressions.ts'
import { nextRound } from './rounds.ts'

/**
 * Starts a LOOP. Its list is evaluated once and kept. A loop that starts again goes on in the round in which it failed,
 * with the unfinished steps there.
 */
export function startLoop(decision: Decision, step: LoopStep, visit: Visit): void {
  const before = stepState(decision.nextState, step.name)
  if (before?.rounds !== undefined) {
    recordStart(decision, step, visit)
    setTimeoutTimer(decision, step, visit)
    goOn(decision, step, before.rounds)
    return
  }
  const { executable } = decision
  const body = executable.steps.map(({ name }) => name).filter((name) => executable.containerOf(name) === step)
  const list =
    step.iterate_over === undefined || step.mode === 'WHILE'
      ? null
      : evaluateList(decision, step.iterate_over, scopeOf(decision, step.name), limits.run.loopIterations)
  const items = list?.ok ? { items: list.value } : {}
  const asked = step.asks === undefined ? undefined : questionOf(decision, step.asks)
  const keeps = step.output_key === undefined && asked === undefined ? {} : { keeps_results: true as const }
  recordStart(decision, step, visit, { body, ...items, ...keeps, ...(asked?.ok && { with: asked.value }) })
  if (asked?.ok === false) {
    failStep(decision, step, asked.failure)
    return
  }
  if (list?.ok === false) {
    failStep(decision, step, list.failure)
    return
  }
  setTimeoutTimer(decision, step, visit)
  nextRound(decision, step)
}

/** A negative round means that the condition for the first round failed to evaluate, so it is evaluated again. */
function goOn(decision: Decision, step: LoopStep, rounds: Rounds): void {
  if (rounds.round < 0) {
    nextRound(decision, step)
    return
  }
  openInterrupted(decision, rounds)
  decision.agenda.push(...rounds.body)
}

/** Reopens the steps that the end of the loop interrupted; otherwise the round would count as done without them. */
function openInterrupted(decision: Decision, { body }: Rounds): void {
  const steps: ReopenedStep[] = []
  for (const name of body) {
    const state = stepState(decision.nextState, name)
    if (!isSuperseded(state)) continue
    const { iteration, entered } = state
    steps.push({ step: name, iteration, ...(entered !== undefined && { entered }) })
  }
  if (steps.length > 0) decision.emit({ type: 'workflow.run.reopened', payload: { reason: 'retry', steps } })
}

import type { Step } from '#core/definition/definition.ts'
import { discoveryName } from '#core/definition/names.ts'
import type { Json } from '#core/json.ts'
import type { CommandOf, Directive, Refusal } from '../../command.ts'
import { stepState } from '../../state.ts'
import type { Decision } from '../decision.ts'
import { discoveryEnded } from '../envelope/discover.ts'
import { failAndRollBack, failStep } from '../failure/fail-step.ts'
import { finalFailure } from '../failure/failure.ts'
import { finishStep } from '../finish-step.ts'
import { titleOf } from '../human/render-task.ts'
import { merged } from '../merged.ts'
import { isBranch, isGivenUp } from '../parallel/is-branch.ts'
import { itemEnded } from '../parallel/item-ended.ts'
import { stale } from '../refuse.ts'
import { reportArtifacts } from '../report-artifacts.ts'
import { changesOfResult } from '../result.ts'
import { endCompensation } from '../rollback/roll-back.ts'
import { openTask } from '../steps/human.ts'
import { spawn } from '../steps/sub-workflow.ts'

/** An executor reports a result, a failure or a directive of the function. Only the awaited attempt counts. */
export function attemptEnded(decision: Decision, command: CommandOf<'attempt_ended'>): Refusal | null {
  const { nextState, executable } = decision
  const { step: name, iteration, attempt, outcome } = command
  if (name === discoveryName) return discoveryEnded(decision, command)
  if (command.undo) {
    const current = nextState.rollback?.current
    const awaited = current?.step === name && current.iteration === iteration && current.attempt === attempt
    if (!awaited || current.retry !== undefined) return late(command)
    endCompensation(decision, current, outcome)
    return null
  }
  if (command.item !== undefined) return itemEnded(decision, command, command.item) ? null : late(command)
  const state = stepState(nextState, name)
  const awaited = state?.status === 'running' && state.iteration === iteration && state.attempt === attempt
  if (!awaited || nextState.outcome !== null) return late(command)
  const step = executable.step(name)
  const tooMany = reportArtifacts(decision, command)
  if (tooMany) failStep(decision, step, tooMany)
  else if (outcome.kind === 'completed') {
    const { output, http } = outcome
    finishStep(decision, step, { output: withAnswer(state.answer, output), ...(http !== undefined && { http }) })
  } else if (outcome.kind === 'failed') failStep(decision, step, outcome)
  else obey(decision, step, state, outcome.directive)
  return null
}

function obey(
  decision: Decision,
  step: Step,
  { iteration, attempt, answer }: { iteration: number; attempt: number; answer?: Json },
  directive: Directive,
): void {
  const visit = { step: step.name, iteration, attempt }
  if (directive.kind === 'rollback') {
    failAndRollBack(decision, step, directive.reason)
    return
  }
  if (step.type === 'FIRE_AND_FORGET') {
    const message = `The run does not wait for ${step.name}, so it cannot pause, jump or start a sub-workflow.`
    failStep(decision, step, finalFailure('DIRECTIVE_NOT_ALLOWED', message))
    return
  }
  if (directive.kind === 'jump') {
    finishStep(decision, step, { output: withAnswer(answer, directive.result), jump: directive.target })
    return
  }
  const isStopping = isGivenUp(decision, step.name)
  if (decision.nextState.rollback !== null || isStopping) {
    const why = isStopping ? 'its PARALLEL step is being given up' : 'the run is rolling back'
    const message = `${step.name} cannot pause or start a sub-workflow: ${why}.`
    failStep(decision, step, finalFailure('DIRECTIVE_NOT_ALLOWED', message))
    return
  }
  if (directive.kind === 'sub_workflow') {
    const child = { workflow: directive.workflow_type, input: directive.initial_data }
    const failure = spawn(decision, step, visit, child)
    if (failure !== null) failStep(decision, step, failure)
    return
  }
  const result = withAnswer(answer, directive.result)
  const written = isBranch(decision.executable, step.name)
    ? { ok: true as const, changes: [] }
    : changesOfResult(step, result, decision.nextState.data)
  if (!written.ok) {
    failStep(decision, step, written.failure)
    return
  }
  openTask(decision, step, visit, {
    title: titleOf(step),
    result,
    ...(written.changes.length > 0 && { changes: written.changes }),
  })
}

/** A HUMAN step with a function merges the person's answer with the function's result. */
function withAnswer(answer: Json | undefined, result: Json): Json {
  return answer === undefined ? result : merged(answer, result)
}

function late({ step, iteration, attempt, item }: CommandOf<'attempt_ended'>): Refusal {
  const which = item === undefined ? '' : `, item ${item}`
  return stale(`The run does not wait for attempt ${attempt} of ${step} (visit ${iteration}${which}).`)
}

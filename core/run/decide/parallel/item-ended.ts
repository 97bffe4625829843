import type { ParallelStep } from '#core/definition/definition.ts'
import type { CommandOf, Directive } from '../../command.ts'
import { flyingItem } from '../../fan.ts'
import { stepState } from '../../state.ts'
import type { Decision } from '../decision.ts'
import { finalFailure } from '../failure/failure.ts'
import { titleOf } from '../human/render-task.ts'
import { reportArtifacts } from '../report-artifacts.ts'
import { openTask } from '../steps/human.ts'
import { spawn } from '../steps/sub-workflow.ts'
import { completeItem, failItem } from './end-item.ts'

/** An executor reports about an item. False when that attempt at it is not awaited. */
export function itemEnded(decision: Decision, command: CommandOf<'attempt_ended'>, item: number): boolean {
  const { step: name, iteration, attempt, outcome } = command
  const state = stepState(decision.nextState, name)
  if (state?.status !== 'fanned_out' || state.iteration !== iteration) return false
  const flying = flyingItem(state.fan, item)
  if (flying?.status !== 'running' || flying.attempt !== attempt) return false
  const step = decision.executable.step(name) as ParallelStep
  const tooMany = reportArtifacts(decision, command)
  if (tooMany) failItem(decision, step, item, tooMany)
  else if (outcome.kind === 'completed') completeItem(decision, step, item, outcome.output)
  else if (outcome.kind === 'failed') failItem(decision, step, item, outcome)
  else obey(decision, step, { step: name, iteration, attempt, item }, outcome.directive)
  return true
}

type ItemVisit = Parameters<typeof openTask>[2] & { readonly item: number }

/** Applies a directive of an item. Each item may start a child or ask a person; no item may make the run jump. */
function obey(decision: Decision, step: ParallelStep, visit: ItemVisit, directive: Directive): void {
  const { item } = visit
  const state = stepState(decision.nextState, step.name)
  if (directive.kind === 'rollback') {
    const error = { code: 'ROLLBACK_REQUESTED', message: directive.reason }
    failItem(decision, step, item, { error, retryable: false })
    return
  }
  const stops = decision.nextState.rollback !== null || state?.fan?.failing !== undefined
  if (stops || directive.kind === 'jump') {
    const what = stops ? 'pause or start a sub-workflow: the step is being given up' : 'jump'
    const message = `${step.name} runs several items and cannot ${what}.`
    failItem(decision, step, item, finalFailure('DIRECTIVE_NOT_ALLOWED', message))
  } else if (directive.kind === 'sub_workflow') {
    const child = { workflow: directive.workflow_type, input: directive.initial_data }
    const failure = spawn(decision, step, visit, child)
    if (failure !== null) failItem(decision, step, item, failure)
  } else {
    openTask(decision, step, visit, { title: titleOf(step), result: directive.result })
  }
}

import { cleanText } from '#core/clean-text.ts'
import type { AsyncStep, DecisionStep, Route, Step, UnknownStep } from '#core/definition/definition.ts'
import { startTurn } from '../agent/start-turn.ts'
import { chooseRoute } from '../choose-route.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { finalFailure } from '../failure/failure.ts'
import { finishStep } from '../finish-step.ts'
import { startLoop } from '../loop/start-loop.ts'
import { startParallel } from '../parallel/start-parallel.ts'
import { argumentsOf, startCall, startScript, startWith } from './call.ts'
import { startFireAndForget } from './fire-and-forget.ts'
import { startHttp } from './http.ts'
import { startHuman } from './human.ts'
import { startAi, startMail, startSql } from './services.ts'
import { startSignal } from './signal.ts'
import { startSubWorkflow } from './sub-workflow.ts'
import { startTransform } from './transform.ts'
import { recordStart, setTimeoutTimer, type Visit } from './visit.ts'
import { startWait } from './wait.ts'

type Starters = {
  readonly [Type in Step['type']]: (decision: Decision, step: Extract<Step, { type: Type }>, visit: Visit) => void
}

/** The start function of each step type. A step of an unknown type fails there, with a code that says so. */
export const starters: Starters = {
  STANDARD: startCall,
  DECISION: startDecision,
  HUMAN: startHuman,
  TRANSFORM: startTransform,
  WAIT: startWait,
  SUB_WORKFLOW: startSubWorkflow,
  ASYNC: startAsync,
  PARALLEL: startParallel,
  LOOP: startLoop,
  HTTP: startHttp,
  MAIL: startMail,
  SQL: startSql,
  AI: startAi,
  SCRIPT: startScript,
  SIGNAL: startSignal,
  FIRE_AND_FORGET: startFireAndForget,
  UNKNOWN: failUnknown,
}

/**
 * Offers the step's function to the workers of a queue. Its durable time limit also runs while no worker has taken the
 * task.
 */
function startAsync(decision: Decision, step: AsyncStep, visit: Visit): void {
  const started = startWith(decision, step, visit, argumentsOf, { queue: cleanText(step.queue ?? 'default') })
  if (started) setTimeoutTimer(decision, step, visit)
}

/** A DECISION chooses its route at once, or when its function has ended. */
function startDecision(decision: Decision, step: DecisionStep, visit: Visit): void {
  if (step.agent !== undefined) {
    startTurn(decision, step, step.agent.of, visit)
    return
  }
  if (step.function !== undefined) {
    startCall(decision, step, visit)
    return
  }
  recordStart(decision, step, visit)
  const chosen = chooseRoute(decision, step, decision.nextState.data)
  if (!chosen.ok) {
    failStep(decision, step, chosen.failure)
    return
  }
  const { target } = step.routes[chosen.value] as Route
  finishStep(decision, step, { output: { target }, changes: [], route: chosen.value })
}

function failUnknown(decision: Decision, step: UnknownStep, visit: Visit): void {
  recordStart(decision, step, visit)
  const message = `${step.name} has type ${step.written_type}, which this version of Heddle does not support.`
  failStep(decision, step, finalFailure('STEP_TYPE_UNKNOWN', message))
}

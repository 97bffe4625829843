import type { Step } from '#core/definition/definition.ts'
import type { Decision } from '../decision.ts'
import { startLoop } from '../loop/start-loop.ts'
import { startParallel } from '../parallel/start-parallel.ts'
import { startAsync } from './async.ts'
import { startCall, startScript } from './call.ts'
import { startDecision } from './decision-step.ts'
import { startFireAndForget } from './fire-and-forget.ts'
import { startHttp } from './http.ts'
import { startHuman } from './human.ts'
import { startSignal } from './signal.ts'
import { startSubWorkflow } from './sub-workflow.ts'
import { startTransform } from './transform.ts'
import { failUnknown } from './unknown.ts'
import type { Visit } from './visit.ts'
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
  SCRIPT: startScript,
  SIGNAL: startSignal,
  FIRE_AND_FORGET: startFireAndForget,
  UNKNOWN: failUnknown,
}

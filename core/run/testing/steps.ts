import type {
  AsyncStep,
  DecisionStep,
  Definition,
  FireAndForgetStep,
  HttpStep,
  HumanStep,
  LoopStep,
  ParallelStep,
  Route,
  ScriptStep,
  SignalStep,
  StandardStep,
  Step,
  StepCommon,
  SubWorkflowStep,
  TransformStep,
  WaitStep,
} from '#core/definition/definition.ts'

/** Definitions for tests, as short as what they are about. */
type Common = Partial<Omit<StepCommon, 'name'>>

export function call(name: string, more: Common & Partial<StandardStep> = {}): StandardStep {
  return { type: 'STANDARD', name, function: `test.${name.toLowerCase()}`, ...more }
}

/** Routes as `[condition, target]`; the default as `target`. */
export function decision(
  name: string,
  routes: readonly (readonly [string, string] | string)[],
  more: Common & Partial<DecisionStep> = {},
): DecisionStep {
  const written = routes.map(
    (route): Route => (typeof route === 'string' ? { target: route } : { condition: route[0], target: route[1] }),
  )
  return { type: 'DECISION', name, routes: written, ...more }
}

export function human(name: string, more: Common & Partial<HumanStep> = {}): HumanStep {
  return { type: 'HUMAN', name, ...more }
}

export function transform(name: string, set: TransformStep['set'], more: Common = {}): TransformStep {
  return { type: 'TRANSFORM', name, set, ...more }
}

export function wait(name: string, more: Common & Partial<WaitStep>): WaitStep {
  return { type: 'WAIT', name, ...more }
}

export function subWorkflow(
  name: string,
  workflow: string,
  more: Common & Partial<SubWorkflowStep> = {},
): SubWorkflowStep {
  return { type: 'SUB_WORKFLOW', name, sub_workflow_type: workflow, ...more }
}

export function parallel(name: string, more: Common & Partial<ParallelStep>): ParallelStep {
  return { type: 'PARALLEL', name, ...more }
}

/** Goes through a list, or on as long as a condition holds. */
export function loop(name: string, loop_body: readonly Step[], more: Common & Partial<LoopStep>): LoopStep {
  return { type: 'LOOP', name, mode: more.while_condition === undefined ? 'ITERATE' : 'WHILE', loop_body, ...more }
}

export function signal(name: string, signal: string, more: Common & Partial<SignalStep> = {}): SignalStep {
  return { type: 'SIGNAL', name, signal, ...more }
}

export function forget(name: string, more: Common & Partial<FireAndForgetStep>): FireAndForgetStep {
  return { type: 'FIRE_AND_FORGET', name, ...more }
}

/** A function for a worker. */
export function work(name: string, more: Common & Partial<AsyncStep> = {}): AsyncStep {
  return { type: 'ASYNC', name, function: `test.${name.toLowerCase()}`, ...more }
}

export function request(name: string, more: Common & Pick<HttpStep, 'http_config'>): HttpStep {
  return { type: 'HTTP', name, ...more }
}

export function script(name: string, more: Common & Pick<ScriptStep, 'code'>): ScriptStep {
  return { type: 'SCRIPT', name, ...more }
}

export function definition(steps: readonly Step[], more: Partial<Definition> = {}): Definition {
  return {
    workflow_type: 'Test',
    saga_enabled: false,
    fail_fast: true,
    timeout_includes_waits: false,
    steps,
    ...more,
  }
}

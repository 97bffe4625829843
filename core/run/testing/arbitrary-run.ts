import type { Route, Step, StepCommon } from '#core/definition/definition.ts'
import type { Command } from '../command.ts'
import { ana, type ScriptedRun } from './scripted-run.ts'
import { call, decision, human, subWorkflow, transform, wait } from './steps.ts'

/** A source of choices: an integer from 0 to `below` - 1. Property tests give one that shrinks. */
export type Choose = (below: number) => number

const conditions = ['true', 'false', 'state.n > 2.0', 'has(state.flag)', 'state.missing', '1']

/** Steps that may be anything that a definition may be, sensible or not. Loops are short, so that runs end. */
export function arbitrarySteps(choose: Choose): readonly Step[] {
  const names = Array.from({ length: 1 + choose(7) }, (_, index) => `S${index}`)
  return names.map((name) => arbitraryStep(name, names, choose))
}

export function arbitraryStep(name: string, names: readonly string[], choose: Choose): Step {
  const anyName = () => names[choose(names.length)] as string
  const target = () => (choose(6) === 0 ? 'END' : anyName())
  const common: Partial<Omit<StepCommon, 'name'>> = {
    max_visits: 3,
    ...(choose(3) === 0 && { next: Array.from({ length: 1 + choose(2) }, target) }),
    ...(choose(4) === 0 && {
      dependencies: Array.from({ length: choose(3) }, anyName).filter((each) => each !== name),
    }),
    ...(choose(4) === 0 && { on_failure: { target_step: anyName() } }),
    ...(choose(6) === 0 && { on_error: 'ignore' }),
    ...(choose(5) === 0 && { when: conditions[choose(conditions.length)] as string }),
    ...(choose(4) === 0 && { retry: { max_attempts: 2, initial_interval_seconds: 1 } }),
    ...(choose(4) === 0 && { timeout_seconds: 5 }),
    ...(choose(3) === 0 && { compensate_function: 'test.undo' }),
    ...(choose(6) === 0 && { automate_next: true }),
    ...(choose(9) === 0 && { disabled: true }),
    ...(choose(6) === 0 && { output_key: 'a.b' }),
  }
  switch (choose(7)) {
    case 0:
      return decision(name, arbitraryRoutes(target, choose), {
        ...common,
        ...(choose(3) === 0 && { function: 'test.f' }),
      })
    case 1:
      return human(name, { ...common, ...(choose(4) === 0 && { function: 'test.f' }) })
    case 2:
      return transform(name, { n: 'has(state.n) ? state.n + 1.0 : 1.0', flag: 'true' }, common)
    case 3:
      return wait(name, { ...common, duration_seconds: 1 })
    case 4:
      return subWorkflow(name, 'Child', { ...common, ...(choose(3) === 0 && { on_parent_close: 'abandon' }) })
    default:
      return call(name, common)
  }
}

function arbitraryRoutes(target: () => string, choose: Choose): readonly (readonly [string, string] | string)[] {
  const routes = Array.from({ length: choose(3) }, (): readonly [string, Route['target']] => [
    conditions[choose(conditions.length)] as string,
    target(),
  ])
  return choose(3) === 0 ? routes : [...routes, target()]
}

const failure = { kind: 'failed', error: { code: 'Error', message: 'broke' }, retryable: true } as const
const actor = ana

/** Something that may happen to the run now: an answer to what is owed, a verb, or news from the past. */
export function arbitraryCommand(run: Pick<ScriptedRun, 'executable' | 'lastChild' | 'plan'>, choose: Choose): Command {
  const owed = run.plan()
  const effect = owed[choose(owed.length)]
  const steps = run.executable.definition.steps
  const anyStep = (steps[choose(steps.length)] as Step).name
  if (effect !== undefined && choose(3) > 0) return answerTo(effect, anyStep, choose)
  const verbs: readonly Command[] = [
    { type: 'own', engine_id: 'engine', epoch: 2 },
    { type: 'pause', actor },
    { type: 'resume', actor },
    { type: 'resume', actor, input: {} },
    { type: 'retry', actor },
    { type: 'retry', actor, from_step: anyStep },
    { type: 'cancel', actor, compensate: choose(2) === 0 },
    { type: 'cancel', actor, force: true },
    { type: 'next_step', actor, user_input: { said: choose(5) } },
    { type: 'next_step', actor, user_input: null },
    { type: 'next_step', actor, user_input: null },
    { type: 'acknowledge', actor },
    { type: 'retry', actor, from_step: anyStep, input: { n: choose(5) }, reason: 'wrong input' },
    { type: 'skip', actor, reason: 'not needed' },
    { type: 'skip', actor, step: anyStep },
    { type: 'mark_done', actor, step: anyStep, output: { n: choose(5) } },
    { type: 'mark_done', actor, step: anyStep, output: { target: anyStep } },
    { type: 'jump', actor, to_step: anyStep },
    { type: 'jump', actor, from_step: anyStep, to_step: choose(4) === 0 ? 'END' : anyStep },
    { type: 'timer_fired', timer_id: `wait:${anyStep}:1:1` },
    { type: 'attempt_ended', step: anyStep, iteration: 1, attempt: 1, outcome: failure },
    { type: 'child_ended', child_run_id: 'id-1', status: 'FAILED', state: null },
    { type: 'child_retried', child_run_id: run.lastChild },
    { type: 'child_retried', child_run_id: run.lastChild },
  ]
  return verbs[choose(verbs.length)] as Command
}

function answerTo(effect: ReturnType<ScriptedRun['plan']>[number], anyStep: string, choose: Choose): Command {
  switch (effect.kind) {
    case 'timer':
      return { type: 'timer_fired', timer_id: effect.id }
    case 'human_task':
      return { type: 'resume', actor, task_id: effect.id, input: { n: choose(5) } }
    case 'child': {
      const oldest = { run_id: effect.id, task_id: 't', step: 'Ask', workflow: 'Child', since: 1 }
      if (choose(3) === 0) return { type: 'child_waits', child_run_id: effect.id, waits: { count: 1, oldest } }
      const status = ['COMPLETED', 'COMPLETED', 'FAILED', 'CANCELLED'][choose(4)] as string
      return { type: 'child_ended', child_run_id: effect.id, status, state: { n: choose(5) } }
    }
    case 'code_task':
    case 'agent_task': {
      const { task, attempt, upToSeq: up_to_seq } = effect.kind === 'code_task' ? effect : effect.delivery
      const outcome = { kind: 'completed', result: null } as const
      return { type: 'code_task_ended', task, attempt, up_to_seq, commands: [], notes: [], outcome }
    }
    case 'conditions':
      return { type: 'conditions_checked', due: effect.due, resources: {} }
    case 'recall': {
      const { step, iteration, attempt } = effect
      return { type: 'work_withdrawn', step, iteration, attempt }
    }
    case 'worker_task': {
      const { step, iteration, attempt } = effect
      const outcomes = [failure, { kind: 'completed', output: { n: choose(5) } }] as const
      const outcome = outcomes[choose(2)] as (typeof outcomes)[number]
      return { type: 'attempt_ended', step, iteration, attempt, outcome }
    }
    case 'attempt': {
      const { step, iteration, attempt, undo } = effect
      const outcomes = [
        { kind: 'completed', output: { n: choose(5) } },
        { kind: 'completed', output: null },
        { kind: 'completed', output: { flag: true } },
        { kind: 'completed', output: [1] },
        failure,
        failure,
        { kind: 'directive', directive: { kind: 'pause', result: { n: 1 } } },
        { kind: 'directive', directive: { kind: 'jump', target: anyStep, result: null } },
        { kind: 'directive', directive: { kind: 'sub_workflow', workflow_type: 'Child', initial_data: {} } },
      ] as const
      const outcome = outcomes[choose(outcomes.length)] as (typeof outcomes)[number]
      return { type: 'attempt_ended', step, iteration, attempt, undo, outcome }
    }
  }
}

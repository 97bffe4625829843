import type { BranchStep, Step, StepCommon } from '#core/definition/definition.ts'
import type { AttemptOutcome, Command } from '../command.ts'
import type { Effect } from '../effect.ts'
import type { Choose } from './arbitrary-run.ts'
import { ana, type ScriptedRun } from './scripted-run.ts'
import { call, forget, human, loop, parallel, signal, subWorkflow, transform, wait, work } from './steps.ts'

/** Steps that hold others or go through lists, among plain ones, nested up to two loops deep. */
export function arbitraryComposite(choose: Choose): readonly Step[] {
  let named = 0
  const list = (depth: number): readonly Step[] => Array.from({ length: 1 + choose(3) }, () => step(depth))
  const step = (depth: number): Step => {
    named += 1
    const name = `S${named}`
    const common: Partial<Omit<StepCommon, 'name'>> = {
      ...(choose(4) === 0 && { dependencies: [] }),
      ...(choose(5) === 0 && { on_error: 'ignore' }),
      ...(choose(3) === 0 && { retry: { max_attempts: 2, initial_interval_seconds: 1 } }),
      ...(choose(5) === 0 && { timeout_seconds: 5 }),
      ...(choose(3) === 0 && { compensate_function: 'test.undo' }),
      ...(choose(4) === 0 && { output_key: `out_${name}` }),
      ...(choose(12) === 0 && { disabled: true }),
    }
    const items = ['[]', '[1]', "[1, 'two', 3]", '[1, 2, 3, 4, 5]'][choose(4)] as string
    /** A whole step as a task: it waits, calls, asks, or starts a run. */
    const branch = (): BranchStep => {
      named += 1
      const own = {
        ...(choose(3) === 0 && { retry: { max_attempts: 2, initial_interval_seconds: 1 } }),
        ...(choose(4) === 0 && { timeout_seconds: 5 }),
        ...(choose(3) === 0 && { compensate_function: 'test.undo' }),
        ...(choose(4) === 0 && { output_key: `out_B${named}` }),
        ...(choose(6) === 0 && { when: 'has(state.n)' }),
        ...(choose(6) === 0 && { on_error: 'ignore' as const }),
      }
      const as = `B${named}`
      const kinds: readonly (() => BranchStep)[] = [
        () => call(as, own),
        () => human(as, own),
        () => wait(as, { duration_seconds: 1 }),
        () => signal(as, 's', own),
        () => subWorkflow(as, 'Child', own),
        () => transform(as, { n: 'has(state.n) ? state.n + 1.0 : 1.0' }),
        () => work(as, own),
        () => forget(as, { ...own, function: 'test.forget' }),
      ]
      return (kinds[choose(kinds.length)] as () => BranchStep)()
    }
    switch (choose(depth < 2 ? 12 : 10)) {
      case 8:
        return parallel(name, {
          ...common,
          tasks: [{ name: 'a', function: 'test.a' }, ...Array.from({ length: 1 + choose(3) }, branch)],
          merge_strategy: choose(2) === 0 ? 'DEEP' : 'SHALLOW',
          merge_conflict_behavior: (['PREFER_NEW', 'PREFER_EXISTING', 'RAISE_ERROR'] as const)[
            choose(3)
          ] as 'PREFER_NEW',
          allow_partial_success: choose(2) === 0,
          ...(choose(3) === 0 && { batch_size: 1 }),
        })
      case 9:
        return parallel(name, {
          ...common,
          iterate_over: items,
          task: branch(),
          batch_size: 1 + choose(3),
          allow_partial_success: choose(2) === 0,
        })
      case 0:
        return parallel(name, {
          ...common,
          iterate_over: items,
          task_function: 'test.each',
          batch_size: 1 + choose(3),
          allow_partial_success: choose(2) === 0,
        })
      case 1:
        return parallel(name, {
          ...common,
          tasks: [
            { name: 'a', function: 'test.a' },
            { name: 'b', sub_workflow_type: 'Child' },
            { name: 'c', function: 'test.c' },
          ],
          merge_strategy: choose(2) === 0 ? 'DEEP' : 'SHALLOW',
          allow_partial_success: choose(2) === 0,
        })
      case 2:
        return signal(name, 's', common)
      case 3:
        return choose(2) === 0
          ? forget(name, { ...common, workflow_type: 'Child' })
          : forget(name, { ...common, function: 'test.forget' })
      case 4:
        return choose(2) === 0 ? wait(name, { duration_seconds: 1 }) : human(name, common)
      case 5:
        return subWorkflow(name, 'Child', common)
      case 6:
        return transform(name, { n: 'has(state.n) ? state.n + 1.0 : 1.0' })
      case 7:
        return call(name, common)
      default:
        return choose(2) === 0
          ? loop(name, list(depth + 1), { ...common, iterate_over: items })
          : loop(name, list(depth + 1), { ...common, while_condition: 'index < 3', max_iterations: 3 })
    }
  }
  return list(0)
}

const failure = { kind: 'failed', error: { code: 'Error', message: 'broke' }, retryable: true } as const

const outcomes: readonly AttemptOutcome[] = [
  { kind: 'completed', output: { n: 1 } },
  { kind: 'completed', output: { a: { b: 1 } } },
  { kind: 'completed', output: null },
  failure,
  { kind: 'directive', directive: { kind: 'pause', result: { p: 1 } } },
  { kind: 'directive', directive: { kind: 'sub_workflow', workflow_type: 'Child', initial_data: {} } },
  { kind: 'directive', directive: { kind: 'jump', target: 'S1', result: null } },
  { kind: 'directive', directive: { kind: 'rollback', reason: 'enough' } },
]

/** Mostly an answer to what is owed, mostly a good one; sometimes a verb. */
export function compositeCommand(run: ScriptedRun, choose: Choose): Command {
  const owed = run.plan()
  const effect = owed[choose(owed.length)]
  if (effect !== undefined && choose(6) > 0) return answerTo(effect, choose)
  const verbs: readonly Command[] = [
    { type: 'signal', actor: ana, signal_name: 's', payload: { n: 2 } },
    { type: 'signal', actor: ana, signal_name: 's', payload: { n: 2 } },
    { type: 'pause', actor: ana },
    { type: 'resume', actor: ana },
    { type: 'resume', actor: ana },
    { type: 'retry', actor: ana },
    { type: 'retry', actor: ana, from_step: 'S1' },
    { type: 'rollback', actor: ana },
    { type: 'next_step', actor: ana, user_input: null },
    { type: 'child_retried', child_run_id: run.lastChild },
    { type: 'cancel', actor: ana, compensate: choose(2) === 0 },
  ]
  return verbs[choose(verbs.length)] as Command
}

function answerTo(effect: Effect, choose: Choose): Command {
  if (effect.kind === 'timer') return { type: 'timer_fired', timer_id: effect.id }
  if (effect.kind === 'human_task') {
    return { type: 'resume', actor: ana, task_id: effect.id, input: { n: choose(5) } }
  }
  if (effect.kind === 'child') {
    const status = ['COMPLETED', 'COMPLETED', 'COMPLETED', 'FAILED', 'CANCELLED'][choose(5)] as string
    return { type: 'child_ended', child_run_id: effect.id, status, state: { n: choose(5) } }
  }
  if (effect.kind === 'recall') {
    const { step, iteration, attempt } = effect
    return { type: 'work_withdrawn', step, iteration, attempt }
  }
  if (effect.kind === 'worker_task') {
    const { step, iteration, attempt } = effect
    return {
      type: 'attempt_ended',
      step,
      iteration,
      attempt,
      outcome: choose(4) > 0 ? (outcomes[0] as AttemptOutcome) : failure,
    }
  }
  if (effect.kind === 'attempt') {
    const { step, iteration, attempt, undo, item } = effect
    const outcome = (choose(3) > 0 ? outcomes[0] : outcomes[choose(outcomes.length)]) as AttemptOutcome
    const part = item === undefined ? {} : { item }
    return { type: 'attempt_ended', step, iteration, attempt, ...part, undo, outcome }
  }
  return { type: 'own', engine_id: 'engine', epoch: 2 }
}

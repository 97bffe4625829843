import { type ParallelStep, type ShortTask, shortTask, wholeStep } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { type Flying, nextItem } from '../../fan.ts'
import { stepState } from '../../state.ts'
import type { FannedOut } from '../../step-state.ts'
import type { Decision } from '../decision.ts'
import { failStep } from '../failure/fail-step.ts'
import { spawn } from '../steps/sub-workflow.ts'
import { effectsOf, idempotencyKey, recordStart, setTimeoutTimer, type Visit } from '../steps/visit.ts'
import { evaluateList, render, scopeOf, scopeOfItem } from '../text/expressions.ts'
import { failItem, settleFan } from './end-item.ts'

/**
 * Starts a PARALLEL step. Its list is evaluated once and kept. A step that starts again keeps the list and its
 * completed items.
 */
export function startParallel(decision: Decision, step: ParallelStep, visit: Visit): void {
  const before = stepState(decision.nextState, step.name)
  if (before?.fan !== undefined) {
    recordStart(decision, step, visit)
  } else if (step.iterate_over === undefined) {
    recordStart(decision, step, visit, { count: step.tasks?.length ?? 0 })
  } else {
    const most = step.task === undefined ? limits.run.parallelItems : limits.run.parallelSteps
    const list = evaluateList(decision, step.iterate_over, scopeOf(decision, step.name), most)
    const items = list.ok ? list.value : []
    recordStart(decision, step, visit, list.ok ? { count: items.length, items } : {})
    if (!list.ok) {
      failStep(decision, step, list.failure)
      return
    }
  }
  setTimeoutTimer(decision, step, visit)
  startItems(decision, step)
  settleFan(decision, step)
}

/** Starts items while there is room in flight. */
export function startItems(decision: Decision, step: ParallelStep): void {
  for (;;) {
    const state = stepState(decision.nextState, step.name)
    if (state?.status !== 'fanned_out' || state.fan.failing !== undefined) return
    const next = nextItem(state.fan)
    if (next === null || state.fan.flight.length >= atOnce(step)) return
    startItem(decision, step, { item: next.item, attempt: next.attempt + 1 })
  }
}

/** The limit of items in flight: all tasks at once, the elements of a list as many as the step allows. */
function atOnce({ batch_size, tasks }: ParallelStep): number {
  return Math.min(batch_size ?? tasks?.length ?? limits.run.parallelItemsAtOnce, limits.definition.parallelTasks)
}

/** The next attempt of an item that backed off, with the arguments and the key of the first. */
export function retryItem(decision: Decision, step: ParallelStep, { item, attempt, with: args }: Flying): void {
  startItem(decision, step, { item, attempt: attempt + 1, ...(args !== undefined && { args }) })
}

interface Try {
  readonly item: number
  readonly attempt: number
  /** As rendered for the first attempt. */
  readonly args?: Json
}

/** Starts an item that a retry continues, out of its turn. */
export function startBranch(decision: Decision, step: ParallelStep, again: Omit<Try, 'args'>): void {
  startItem(decision, step, again)
}

function startItem(decision: Decision, step: ParallelStep, { item, attempt, args }: Try): void {
  const state = decision.nextState.steps[step.name] as FannedOut
  const { iteration } = state
  const whole = step.iterate_over === undefined ? wholeStep(step.tasks?.[item]) : step.task
  const task = shortTask(step.tasks?.[item])
  const name = step.tasks?.[item]?.name
  const named = name === undefined ? {} : { name }
  const ref = { step: step.name, iteration, item, attempt }
  if (whole !== undefined) {
    const branch = step.iterate_over === undefined ? whole.name : decision.executable.instanceOf(whole.name, item)
    decision.emit({ type: 'workflow.item.started', ...ref, payload: { ...named, branch } })
    decision.agenda.push(branch)
    return
  }
  if (task?.sub_workflow_type !== undefined) {
    decision.emit({ type: 'workflow.item.started', ...ref, payload: named })
    spawnTask(decision, step, task, ref)
    return
  }
  const rendered =
    args !== undefined || step.with === undefined
      ? { ok: true as const, value: args }
      : render(decision, step.with, scopeOfElement(decision, step, state, item))
  const key = idempotencyKey(decision, step.name, `${iteration}/${item}`)
  const payload = rendered.ok
    ? { ...named, ...(rendered.value !== undefined && { with: rendered.value }), key, ...effectsOf(decision, step) }
    : named
  decision.emit({ type: 'workflow.item.started', ...ref, payload })
  if (!rendered.ok) failItem(decision, step, item, rendered.failure)
}

function spawnTask(
  decision: Decision,
  step: ParallelStep,
  { sub_workflow_type: workflow = '', input: written }: ShortTask,
  visit: { readonly iteration: number; readonly item: number },
): void {
  const input =
    written === undefined
      ? { ok: true as const, value: decision.nextState.header.input }
      : render(decision, written, scopeOf(decision, step.name))
  const failure = input.ok ? spawn(decision, step, visit, { workflow, input: input.value }) : input.failure
  if (failure !== null) failItem(decision, step, visit.item, failure)
}

function scopeOfElement(decision: Decision, step: ParallelStep, { fan }: FannedOut, index: number) {
  const scope = scopeOf(decision, step.name)
  const item = fan.items?.[index]
  return item === undefined ? scope : scopeOfItem(scope, item, index, step.item_var_name)
}

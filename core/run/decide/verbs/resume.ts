import type { ParallelStep, Step } from '#core/definition/definition.ts'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import { isExcluded, mayDecide } from '#core/people/entitlement.ts'
import type { CommandOf, Refusal } from '../../command.ts'
import { hasItsLocks } from '../../envelope/locks-of.ts'
import { namesInRun } from '../../names-in-run.ts'
import { type OpenTask, openTasks } from '../../views/open-work.ts'
import type { Decision } from '../decision.ts'
import { finishStep } from '../finish-step.ts'
import { agreement } from '../human/agreement.ts'
import { merged } from '../merged.ts'
import { completeItem } from '../parallel/end-item.ts'
import { refuse, refuseTransition } from '../refuse.ts'
import { isUnseen } from '../seen-at.ts'
import { idempotencyKey, impactOf } from '../steps/visit.ts'

/**
 * Resumes a run. With `input`: answers an open wait; the answer is checked against the form that was pinned when the
 * task was opened, and goes into `state`. Without: lifts a hold.
 */
export function resume(decision: Decision, command: CommandOf<'resume'>): Refusal | null {
  if (command.input === undefined) return liftHold(decision, command)
  const found = findTask(decision, command)
  if ('code' in found) return found
  return (
    checkAnswer(found, command, command.input) ??
    checkMerge(decision, found, command.input) ??
    answer(decision, found, command, command.input)
  )
}

export function liftHold(decision: Decision, command: CommandOf<'resume'>): Refusal | null {
  const { actor, reason, cause } = command
  const { nextState, executable } = decision
  if (nextState.hold === null) {
    const because = nextState.outcome === null ? 'it is not paused; to answer a wait, send an input' : undefined
    return refuseTransition(decision, 'resume', because)
  }
  if (cause === 'parent' && nextState.hold.cause === 'operator') {
    const { name, id } = nextState.hold.actor
    return refuseTransition(decision, 'resume', `it was paused by ${name ?? id}`)
  }
  if (isUnseen(nextState.hold.since, command)) {
    return refuseTransition(decision, 'resume', 'it was paused again after your request')
  }
  decision.emit({
    type: 'workflow.run.resumed',
    payload: { actor, hold: true, ...(reason !== undefined && { reason }) },
  })
  decision.agenda.push(...namesInRun(executable, nextState))
  return null
}

/** The open task that the answer is for: one of the tasks open when the answer arrived, where these are known. */
export function findTask(decision: Decision, command: CommandOf<'resume'>): OpenTask | Refusal {
  const { nextState } = decision
  const { step, task_id, open_waits: meant } = command
  const open = openTasks(nextState).filter((task) => step === undefined || task.step === step)
  const fitting = open.filter(({ task }) =>
    task_id === undefined ? (meant?.includes(task.task_id) ?? true) : task.task_id === task_id,
  )
  if ((meant ?? fitting).length > 1) {
    const steps = fitting.map((task) => task.step).join(', ')
    return refuse('AMBIGUOUS_WAIT', `Several steps wait for an answer (${steps}): choose one with step or task_id.`)
  }
  const [task] = fitting
  if (task !== undefined) return task
  const [gone] = meant ?? []
  if (step !== undefined || task_id !== undefined || gone !== undefined) {
    return decidedBefore(decision, { step, task_id: task_id ?? gone, isAskedAnew: open.length > 0 })
  }
  if (nextState.outcome !== null) return refuseTransition(decision, 'resume')
  return refuseTransition(
    decision,
    'resume',
    open.length > 0 ? 'it was not waiting for an answer when this arrived' : 'it does not wait for an answer',
  )
}

interface Gone {
  readonly step: string | undefined
  readonly task_id: string | undefined
  /** Whether the step asks again: the answer arrived before the new task, and is not for that one. */
  readonly isAskedAnew: boolean
}

/** A late answer is refused with the person who decided. */
function decidedBefore({ nextState }: Decision, { step, task_id, isAskedAnew }: Gone): Refusal {
  const found = Object.entries(nextState.decisions).find(
    ([name, decided]) => (step === undefined || name === step) && (task_id === undefined || decided.taskId === task_id),
  )
  if (found === undefined) {
    const what = step ?? 'This task'
    const message = isAskedAnew
      ? `${what} asked again after this answer was sent.`
      : `${what} does not wait for an answer.`
    return refuse('NO_SUCH_WAIT', message, { verb: 'resume' })
  }
  const [name, { actor, at }] = found
  const message = `${name} was already decided by ${actor.name ?? actor.id}.`
  return refuse('NO_SUCH_WAIT', message, { verb: 'resume', decided: { by: actor, at } })
}

/** Whether the actor may answer the task, and the answer fits its form. */
export function checkAnswer(waiting: OpenTask, command: CommandOf<'resume'>, input: Json): Refusal | null {
  const { step: name, task, approvals } = waiting
  const { actor, standing } = command
  if (isExcluded({ id: actor.id, groups: standing?.groups ?? [] }, task)) {
    return refuse('NOT_ENTITLED', `${actor.name ?? actor.id} is excluded from deciding ${name}.`)
  }
  if (!isAsked(waiting, command)) {
    return refuse('NOT_ENTITLED', `${name} is not assigned to ${actor.name ?? actor.id}.`)
  }
  if (approvals?.some((approval) => approval.actor.id === actor.id)) {
    return refuse(
      'ALREADY_APPROVED',
      `${actor.name ?? actor.id} has already approved ${name}. Another person must approve.`,
    )
  }
  const errors = task.form === undefined ? [] : validateJson(task.form, input)
  const [first] = errors
  if (first !== undefined) {
    const field = first.path === '' ? 'input' : `input.${first.path}`
    return refuse('INVALID_INPUT', `${field}: ${first.message}`, { field, errors })
  }
  return null
}

/** An answer that is merged into the state must be an object. */
function checkMerge({ executable }: Decision, { step, item }: OpenTask, input: Json): Refusal | null {
  if (item !== undefined || isJsonObject(input) || executable.step(step).output_key !== undefined) return null
  const message = `The answer to ${step} must be an object: it is merged into the state.`
  return refuse('INVALID_INPUT', message, { field: 'input', errors: [{ path: '', message }] })
}

/**
 * Whether the task asks the actor. A command that names its task was checked against that task before. Without a
 * `task_id`, only the run knows which task is meant: of two items of a step, the actor's own item may be decided by
 * then, and the other item is not theirs for that.
 */
function isAsked({ task, escalatedTo }: OpenTask, { actor, standing, task_id }: CommandOf<'resume'>): boolean {
  if (task_id !== undefined || standing === undefined) return true
  const { assignees, groups, excluded, task_id: id } = task
  return mayDecide(
    { id: actor.id, groups: standing.groups },
    {
      assignees,
      groups,
      excluded,
      escalated_to: escalatedTo === undefined ? null : [escalatedTo],
      delegates: standing.delegated?.includes(id) ? [actor.id] : null,
    },
  )
}

function answer(decision: Decision, waiting: OpenTask, command: CommandOf<'resume'>, given: Json): null {
  const { step: name, iteration, item, task, result } = waiting
  const part = { step: name, iteration, ...(item !== undefined && { item }) }
  const step = decision.executable.step(name)
  const calls = callsFunction(step, waiting)
  const agreed = agreement(decision, waiting, command, given)
  if (agreed === null) return null
  const { actor, input } = agreed
  decision.emit({
    type: 'workflow.human_task.decided',
    ...part,
    payload: {
      task_id: task.task_id,
      ...agreed,
      ...(calls && callOf(decision, step, iteration)),
    },
  })
  decision.emit({ type: 'workflow.run.resumed', step: name, iteration, payload: { actor } })
  const output = merged(result ?? null, input)
  if (item !== undefined) completeItem(decision, step as ParallelStep, item, output)
  else if (!calls) finishStep(decision, step, { output })
  return null
}

/** The function call starts at once, or in `advance` when the hold ends. */
function callOf(decision: Decision, step: Step, iteration: number) {
  if (decision.nextState.hold !== null || !hasItsLocks(decision.nextState)) return { held: true as const }
  return { key: idempotencyKey(decision, step.name, iteration), ...impactOf(decision, step) }
}

/** Whether the answer triggers the function of a HUMAN step. The answer to a pause of that function does not. */
function callsFunction(step: Step, waiting: OpenTask): boolean {
  return step.type === 'HUMAN' && step.function !== undefined && waiting.result === undefined
}

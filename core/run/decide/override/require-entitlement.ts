import { END, type HumanStep, type Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { type Candidate, type Entitled, isExcluded, mayDecide } from '#core/people/entitlement.ts'
import type { Asker, AuthorizationContext, Refusal } from '../../command.ts'
import { nextItem } from '../../fan.ts'
import { namesInRun } from '../../names-in-run.ts'
import { downstreamOf } from '../../reach.ts'
import { type RunState, stepState } from '../../state.ts'
import { isOpen, isSuperseded } from '../../step-state.ts'
import { openTasks } from '../../views/open-work.ts'
import { Decision } from '../decision.ts'
import { renderTask } from '../human/render-task.ts'
import { refuse } from '../refuse.ts'
import { leave, override } from './override.ts'

/** A question that an overruled step asks people, or would ask. */
export interface Question extends Entitled {
  readonly step: string
  readonly task?: string
  readonly required: number
}

/** The overruled step, and the target of a jump that leads forward. */
interface Overruled {
  readonly step: string
  readonly to?: string
}

/**
 * Refuses an override that would bypass the people whom a step asks. Tasks that the decision so far has closed need an
 * actor who could have decided them alone, or a manager; never an excluded person. Steps that have not asked yet count
 * as well, so that a fast operator gains nothing. Without an authorization context the command is only a preview, and is not checked.
 */
export function requireEntitlement(decision: Decision, overruled: Overruled, asker: Asker): Refusal | null {
  const { actor, standing } = asker
  if (standing === undefined) return null
  const candidate = { id: actor.id, groups: standing.groups }
  for (const question of [...takenBack(decision), ...notYetAsked(decision, overruled)]) {
    const isDelegated = question.task !== undefined && standing.delegated?.includes(question.task)
    const delegates = isDelegated ? [actor.id] : null
    const why = whyNotEntitled(candidate, standing.manager, { ...question, delegates })
    if (why !== null) return refuse('NOT_ENTITLED', why)
  }
  const below = standing.below ?? {}
  const held = [...passedOver(decision, overruled), ...dropping(decision)].find((step) => Object.hasOwn(below, step))
  return held === undefined ? null : refuse('NOT_ENTITLED', below[held] as string)
}

/** The reason why the asker may not override the step, whatever the replacement; null when they may. */
export function whyNotOverride(
  executable: ExecutableDefinition,
  state: RunState,
  step: string,
  asker: Asker,
): string | null {
  if (asker.standing === undefined || !asksPeople(executable, state, step, asker.standing)) return null
  const decision = new Decision(executable, state, { now: state.at, newId: String, random: Number })
  // Refusals by the run itself are another matter.
  override(decision, step, 'skip', asker)
  leave(decision, step, 'operator')
  return requireEntitlement(decision, { step }, asker)?.message ?? null
}

/** Whether the step may have people whom it asks; other steps need no trial override. */
function asksPeople(
  executable: ExecutableDefinition,
  state: RunState,
  name: string,
  { below = {} }: AuthorizationContext,
): boolean {
  const status = stepState(state, name)?.status
  const asks = ['waiting_person', 'waiting_child', 'fanned_out', 'looping']
  const { type } = executable.step(name)
  if (type === 'HUMAN' || type === 'LOOP' || type === 'PARALLEL' || Object.hasOwn(below, name)) return true
  return status !== undefined && asks.includes(status)
}

/** The reason why the candidate may not pass over the question alone; null when they may. */
export function whyNotEntitled(
  candidate: Candidate,
  isManager: boolean,
  { step, ...question }: Question,
): string | null {
  if (isExcluded(candidate, question)) {
    return `You are excluded from deciding ${step}, so you cannot skip it. Another person must decide.`
  }
  if (isManager) return null
  if (!mayDecide(candidate, question)) return `${step} is assigned to other people. Only they or a manager can skip it.`
  if (question.required === 1) return null
  return `${step} needs ${question.required} approvals. Only a manager can skip it alone.`
}

/** Questions of the tasks that the decision has closed. */
function takenBack({ before, events }: Decision): readonly Question[] {
  const closed = new Set(
    events.flatMap(({ type, payload }) => (type === 'workflow.human_task.closed' ? [payload.task_id] : [])),
  )
  return openTasks(before)
    .filter(({ task }) => closed.has(task.task_id))
    .map(({ step, task, escalatedTo }) => ({
      ...task,
      step,
      task: task.task_id,
      escalated_to: escalatedTo === undefined ? null : [escalatedTo],
      delegates: null,
      required: task.approvals_required ?? 1,
    }))
}

/** Questions of HUMAN steps that are passed over before they asked. */
function notYetAsked(decision: Decision, overruled: Overruled): readonly Question[] {
  return passedOver(decision, overruled).flatMap((name) => {
    const step: Step = decision.executable.step(name)
    return step.type === 'HUMAN' && !step.disabled && !isAnswered(decision.executable, decision.before, name)
      ? [questionOf(decision, step)]
      : []
  })
}

/**
 * Steps that the override passes over: the step itself with the body of a loop, and unfinished steps between it and the
 * target of a jump. The step itself counts even when finished: its child run matters as long as an override can replace
 * the result.
 */
function passedOver(decision: Decision, { step: from, to }: Overruled): readonly string[] {
  const { executable, before } = decision
  const after = to === undefined ? new Set([from]) : downstreamOf(executable, from)
  const isPassed = (name: string): boolean => {
    if (name === from) return true
    if (name === to || !after.has(name)) return false
    return to === END || downstreamOf(executable, name).has(to as string)
  }
  return [...namesInRun(executable, before), ...executable.repeated.map(({ name }) => name)]
    .filter((name) => isPassed(name) || executable.around(name).some((container) => isPassed(container.name)))
    .filter((name) => name === from || !isOver(executable, before, name))
}

/** Steps whose child runs the decision drops. */
function dropping({ before, nextState }: Decision): readonly string[] {
  return Object.entries(nextState.children).flatMap(([id, { step, dropped }]) =>
    dropped && !isDropped(before, id) ? [step] : [],
  )
}

/** Whether the step's question was asked (open steps) or settled (finished steps). */
export function isAnswered(executable: ExecutableDefinition, state: RunState, name: string): boolean {
  return isOpen(stepState(state, name)) || isOver(executable, state, name)
}

/**
 * Whether a step is finished. A step skipped because the run ended begins again with the run; a step superseded in a
 * loop goes on with its round.
 */
export function isOver(executable: ExecutableDefinition, state: RunState, name: string): boolean {
  const step = stepState(state, name)
  const container = executable.containerOf(name)
  // A repeated step itself has no state: it has nothing to ask once no item is left to start.
  if (container !== undefined && executable.repeated.some((each) => each.name === name)) {
    const around = stepState(state, container.name)
    const isAllBegun = around?.status === 'fanned_out' && nextItem(around.fan) === null
    return isAllBegun || isOver(executable, state, container.name)
  }
  if (isSuperseded(step) && container !== undefined) return isOver(executable, state, container.name)
  if (step?.status === 'skipped') return step.reason !== 'failed' && step.reason !== 'run_ended'
  return step?.status === 'completed'
}

/** The people whom the step would ask; if that cannot be rendered yet, an id that matches no person. */
export function questionOf(decision: Decision, step: HumanStep): Question {
  const asked = renderTask(decision, step)
  const unknown = { assignees: [unknownPerson], groups: [], excluded: [] }
  const { assignees, groups, excluded } = asked.ok ? asked.value : unknown
  const required = step.approvals_required ?? 1
  return { step: step.name, assignees, groups, excluded, escalated_to: null, delegates: null, required }
}

/** An id that no person has. */
export const unknownPerson = ''

const isDropped = ({ children }: RunState, child: string): boolean => children[child]?.dropped === true

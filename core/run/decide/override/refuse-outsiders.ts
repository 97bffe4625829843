import { END, type HumanStep, type Step } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { type Candidate, type Entitled, isExcluded, mayDecide } from '#core/people/entitlement.ts'
import type { Asker, Refusal, Standing } from '../../command.ts'
import { downstreamOf } from '../../reach.ts'
import { type RunState, stepState } from '../../state.ts'
import { isOpen, isSuperseded } from '../../step-state.ts'
import { openTasks } from '../../views.ts'
import { Decision } from '../decision.ts'
import { renderTask } from '../human/render-task.ts'
import { refuse } from '../refuse.ts'
import { leave, override } from './override.ts'

/** What people are asked, or would be, by a step that is overruled. */
export interface Question extends Entitled {
  readonly step: string
  readonly task?: string
  readonly required: number
}

/** What is overruled, and for a jump that leads on: where to. */
interface Overruled {
  readonly step: string
  readonly to?: string
}

/**
 * Overruling a step must be no way around the people whom it asks. What the
 * decision so far has taken from them needs somebody who could have decided it
 * alone, or a manager; never somebody who is excluded. A step that would have
 * asked, but has not yet, counts as well: whoever is quick gains nothing.
 * Without standing nobody asks: it is only looked at what would follow.
 */
export function refuseOutsiders(decision: Decision, overruled: Overruled, asker: Asker): Refusal | null {
  const { actor, standing } = asker
  if (standing === undefined) return null
  const candidate = { id: actor.id, groups: standing.groups }
  for (const question of [...takenBack(decision), ...notYetAsked(decision, overruled)]) {
    const isDelegated = question.task !== undefined && standing.delegated?.includes(question.task)
    const delegates = isDelegated ? [actor.id] : null
    const why = whyNot(candidate, standing.manager, { ...question, delegates })
    if (why !== null) return refuse('NOT_ENTITLED', why)
  }
  const below = standing.below ?? {}
  const held = [...passedOver(decision, overruled), ...dropping(decision)].find((step) => Object.hasOwn(below, step))
  return held === undefined ? null : refuse('NOT_ENTITLED', below[held] as string)
}

/** Why somebody may not overrule the step, whatever they would put in its place; null when they may. */
export function whyBarred(
  executable: ExecutableDefinition,
  state: RunState,
  step: string,
  asker: Asker,
): string | null {
  if (asker.standing === undefined || !asksPeople(executable, state, step, asker.standing)) return null
  const decision = new Decision(executable, state, { now: state.at, newId: String, random: Number })
  // Whether the run would take it is another question.
  override(decision, step, 'skip', asker)
  leave(decision, step, 'operator')
  return refuseOutsiders(decision, { step }, asker)?.message ?? null
}

/** Only such a step may have somebody whom it asks: the others need not be tried. */
function asksPeople(
  executable: ExecutableDefinition,
  state: RunState,
  name: string,
  { below = {} }: Standing,
): boolean {
  const status = stepState(state, name)?.status
  const asks = ['waiting_person', 'waiting_child', 'fanned_out', 'looping']
  const { type } = executable.step(name)
  if (type === 'HUMAN' || type === 'LOOP' || Object.hasOwn(below, name)) return true
  return status !== undefined && asks.includes(status)
}

/** Why somebody may not pass over alone what is asked; null when they may. */
export function whyNot(candidate: Candidate, isManager: boolean, { step, ...question }: Question): string | null {
  if (isExcluded(candidate, question)) {
    return `You are one of those who may not decide ${step}: somebody else has to, and nobody passes it over for you.`
  }
  if (isManager) return null
  if (!mayDecide(candidate, question)) return `${step} asks other people: only they, or a manager, may pass it over.`
  if (question.required === 1) return null
  return `${step} takes ${question.required} people: one alone may not pass it over, unless they are a manager.`
}

/** Tasks that were open before, and are no more. */
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

/** HUMAN steps that are passed over before they asked. */
function notYetAsked(decision: Decision, overruled: Overruled): readonly Question[] {
  return passedOver(decision, overruled).flatMap((name) => {
    const step: Step = decision.executable.step(name)
    return step.type === 'HUMAN' && !isAnswered(decision.executable, decision.before, name)
      ? [questionOf(decision, step)]
      : []
  })
}

/**
 * The step itself with the body of a loop, and those between it and where a jump leads that are not over. What became of
 * a run below it counts as long as somebody can put something else in its place.
 */
function passedOver(decision: Decision, { step: from, to }: Overruled): readonly string[] {
  const { executable, before } = decision
  const after = to === undefined ? new Set([from]) : downstreamOf(executable, from)
  const isPassed = (name: string): boolean => {
    if (name === from) return true
    if (name === to || !after.has(name)) return false
    return to === END || downstreamOf(executable, name).has(to as string)
  }
  return executable.steps
    .map(({ name }) => name)
    .filter((name) => isPassed(name) || executable.loopsAround(name).some((loop) => isPassed(loop.name)))
    .filter((name) => name === from || !isOver(executable, before, name))
}

/** Steps that wait for runs of their own which the decision gives up. */
function dropping({ before, draft }: Decision): readonly string[] {
  return Object.entries(draft.children).flatMap(([id, { step, dropped }]) =>
    dropped && !isDropped(before, id) ? [step] : [],
  )
}

/** Open ones are asked already, and what is over was decided one way or the other. */
export function isAnswered(executable: ExecutableDefinition, state: RunState, name: string): boolean {
  return isOpen(stepState(state, name)) || isOver(executable, state, name)
}

/** What was left because the run ended begins again when the run does, and what a loop left goes on with its round. */
export function isOver(executable: ExecutableDefinition, state: RunState, name: string): boolean {
  const step = stepState(state, name)
  const loop = executable.loopOf(name)
  if (isSuperseded(step) && loop !== undefined) return isOver(executable, state, loop.name)
  if (step?.status === 'skipped') return step.reason !== 'failed' && step.reason !== 'run_ended'
  return step?.status === 'completed'
}

/** Whom it would ask; where that cannot be said yet, nobody may speak for them. */
export function questionOf(decision: Decision, step: HumanStep): Question {
  const asked = renderTask(decision, step)
  const unknown = { assignees: [unknownPerson], groups: [], excluded: [] }
  const { assignees, groups, excluded } = asked.ok ? asked.value : unknown
  const required = step.approvals_required ?? 1
  return { step: step.name, assignees, groups, excluded, escalated_to: null, delegates: null, required }
}

/** No id is spelt like this. */
export const unknownPerson = ''

const isDropped = ({ children }: RunState, child: string): boolean => children[child]?.dropped === true

import type { HumanStep } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { canonicalId } from '#core/people/canonical-id.ts'
import type { Asker } from '../../command.ts'
import { type RunState, stepState } from '../../state.ts'
import { isOpen } from '../../step-state.ts'
import { Decision } from '../decision.ts'
import { asksNobody } from '../human/render-people.ts'
import { isOver, type Question, questionOf, unknownPerson, whyNot } from './refuse-outsiders.ts'

/**
 * What a run below a step would ask people, had it come to it. Whoever puts something else in the place of that step
 * passes all of it over, whether the run goes on, has failed or was cancelled: the rule is that of steps within one run,
 * where whoever is quick gains nothing either. What is open is asked, and judged as a task; what is over was judged.
 * Which way the run would have taken nobody can say: each of its questions counts.
 */
export function stepsAhead(executable: ExecutableDefinition, state: RunState): readonly string[] {
  return executable.steps
    .map(({ name }) => name)
    .filter((name) => !isOpen(stepState(state, name)) && !isOver(executable, state, name))
}

/**
 * Why somebody may not pass a HUMAN step of another run over; null when they may, and for steps that ask nobody. Without
 * a state the run is not there yet: whom a template will name nobody knows, and nobody speaks for them.
 */
export function whyNotTheirs(
  executable: ExecutableDefinition,
  state: RunState | null,
  name: string,
  { actor, standing }: Asker,
): string | null {
  const step = executable.step(name)
  if (step.type !== 'HUMAN' || standing === undefined) return null
  const question =
    state === null
      ? asWritten(step)
      : questionOf(new Decision(executable, state, { now: state.at, newId: String, random: Number }), step)
  return whyNot({ id: actor.id, groups: standing.groups }, standing.manager, question)
}

function asWritten(step: HumanStep): Question {
  const { name, assignees = [], groups = [], excluded = [], approvals_required: required = 1 } = step
  const isData = [...assignees, ...groups].some((one) => one.includes('{{'))
  const isKnown = !isData && !asksNobody(step, { assignees, groups })
  return {
    step: name,
    assignees: isKnown ? assignees.map(canonicalId) : [unknownPerson],
    groups: isKnown ? groups.map(canonicalId) : [],
    excluded: excluded.map(canonicalId),
    escalated_to: null,
    delegates: null,
    required,
  }
}

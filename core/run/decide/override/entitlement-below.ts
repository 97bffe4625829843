import type { HumanStep } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { canonicalId } from '#core/people/canonical-id.ts'
import type { Asker } from '../../command.ts'
import { type RunState, stepState } from '../../state.ts'
import { isOpen } from '../../step-state.ts'
import { Decision } from '../decision.ts'
import { hasNoPeople } from '../human/render-people.ts'
import { isOver, type Question, questionOf, unknownPerson, whyNotEntitled } from './require-entitlement.ts'

/**
 * Steps of a child run that would still ask people. An override of the parent's step passes all of them over, whether
 * the child goes on, has failed or was cancelled. The rule is that of steps within one run, where a fast operator gains
 * nothing either. Open steps have asked and are judged as tasks; finished steps were judged. The path of the child
 * cannot be predicted, so each question counts.
 */
export function stepsAhead(executable: ExecutableDefinition, state: RunState): readonly string[] {
  return [...executable.steps, ...executable.repeated]
    .map(({ name }) => name)
    .filter((name) => !isOpen(stepState(state, name)) && !isOver(executable, state, name))
}

/**
 * The reason why the asker may not pass over a HUMAN step of another run; null when they may, and for steps that ask no
 * people. Without a state the other run does not exist yet: people named by a template are unknown, and the asker does
 * not count as one of them.
 */
export function whyNotEntitledBelow(
  executable: ExecutableDefinition,
  state: RunState | null,
  name: string,
  { actor, standing }: Asker,
): string | null {
  const step = executable.step(name)
  if (step.type !== 'HUMAN' || step.disabled || standing === undefined) return null
  const question =
    state === null
      ? asWritten(step)
      : questionOf(new Decision(executable, state, { now: state.at, newId: String, random: Number }), step)
  return whyNotEntitled({ id: actor.id, groups: standing.groups }, standing.manager, question)
}

function asWritten(step: HumanStep): Question {
  const { name, assignees = [], groups = [], excluded = [], approvals_required: required = 1 } = step
  const isData = [...assignees, ...groups].some((one) => one.includes('{{'))
  const isKnown = !isData && !hasNoPeople(step, { assignees, groups })
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

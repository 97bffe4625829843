import type { HumanStep } from '#core/definition/definition.ts'
import type { Scope } from '#core/expression/evaluate/evaluate.ts'
import { canonicalId } from '#core/people/canonical-id.ts'
import type { HumanTaskSpec } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { finalFailure } from '../failure/failure.ts'
import type { Evaluated } from '../text/expressions.ts'
import { renderName, renderNames } from '../text/render-text.ts'

type People = Pick<HumanTaskSpec, 'assignees' | 'groups' | 'excluded'>

/**
 * The people and groups that a task asks, and the excluded ones. A task without a rule asks all people. A written rule
 * that resolves to no names fails the step: it must never ask all people.
 */
export function renderPeople(decision: Decision, step: HumanStep, scope: Scope): Evaluated<People> {
  const assignees = idsOf(decision, step, 'assignees', scope)
  if (!assignees.ok) return assignees
  const groups = idsOf(decision, step, 'groups', scope)
  if (!groups.ok) return groups
  const excluded = idsOf(decision, step, 'excluded', scope)
  if (!excluded.ok) return excluded
  const people = { assignees: assignees.value, groups: groups.value, excluded: excluded.value }
  return hasNoPeople(step, people) ? noPeopleError(step) : { ok: true, value: people }
}

/** Whether the step has a rule for assignees or groups that resolves to no names. */
export function hasNoPeople(step: HumanStep, { assignees, groups }: Pick<People, 'assignees' | 'groups'>): boolean {
  const isWritten = step.assignees !== undefined || step.groups !== undefined
  return isWritten && assignees.length === 0 && groups.length === 0
}

/** The person or group to whom a late task is escalated. */
export function renderPerson(decision: Decision, step: HumanStep, written: string, scope: Scope): Evaluated<string> {
  const name = renderName(decision, written, scope, { step: step.name, field: 'escalate_to' })
  return name.ok ? { ok: true, value: canonicalId(name.value) } : name
}

function idsOf(decision: Decision, step: HumanStep, field: keyof People, scope: Scope): Evaluated<readonly string[]> {
  const names = renderNames(decision, step[field] ?? [], scope, { step: step.name, field })
  return names.ok ? { ok: true, value: [...new Set(names.value.map(canonicalId))] } : names
}

function noPeopleError({ name, assignees, groups }: HumanStep): Evaluated<never> {
  const keys = [assignees && 'assignees', groups && 'groups'].filter((key) => key !== undefined).join(' and ')
  const message = `${name}: ${keys} are empty, so no one could decide. Remove them to ask everyone.`
  return { ok: false, failure: finalFailure('NOBODY_ASKED', message) }
}

import type { JsonObject } from '#core/json.ts'
import type { Draft } from '../draft/edit-draft.ts'
import { nameOf, stepsOf, withSteps } from '../raw/raw-step.ts'

/**
 * Inserts steps into the text's list: right behind `after` unless that separates two steps joined by order alone, else
 * behind the last step of that sequence; at the end when `after` is absent.
 */
export function insertSteps(
  draft: Draft,
  root: JsonObject,
  fresh: readonly JsonObject[],
  after?: string | null,
): JsonObject {
  const steps = stepsOf(root)
  let behind = steps.findIndex((step) => nameOf(step) !== null && nameOf(step) === after)
  if (behind === -1) behind = steps.length - 1
  while (followsByOrder(draft, nameOf(steps[behind]), nameOf(steps[behind + 1]))) behind += 1
  return withSteps(root, [...steps.slice(0, behind + 1), ...fresh, ...steps.slice(behind + 1)])
}

/** Inserts a step right below another, into its sequence. */
export function insertRightBelow(root: JsonObject, fresh: JsonObject, above: string): JsonObject {
  const steps = stepsOf(root)
  const index = steps.findIndex((step) => nameOf(step) === above)
  return withSteps(root, [...steps.slice(0, index + 1), fresh, ...steps.slice(index + 1)])
}

export function followsByOrder(draft: Draft, above: string | null, below: string | null): boolean {
  return below !== null && draft.flow.incoming(below).some((edge) => edge.kind === 'order' && edge.from === above)
}

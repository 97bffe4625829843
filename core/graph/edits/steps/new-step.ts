import { catalogue } from '#core/definition/catalogue.ts'
import type { StepType } from '#core/definition/definition.ts'
import { isJsonObject, type JsonObject } from '#core/json.ts'
import { type EditRefusal, type NewStep, refuse } from '../../edit.ts'
import type { Draft } from '../draft/edit-draft.ts'
import { wholeOf } from '../draft/within-step.ts'
import { plainJson } from '../raw/plain-json.ts'
import { stepNames } from '../raw/raw-step.ts'
import { uniqueName } from './names.ts'

/** The least keys with which a step of a type is readable. */
const skeletons: Partial<Record<StepType, JsonObject>> = {
  DECISION: { routes: [] },
  PARALLEL: { tasks: [] },
  LOOP: { mode: 'ITERATE', loop_body: [] },
  TRANSFORM: { set: {} },
}

export interface NamedStep {
  readonly ok: true
  readonly name: string
  readonly type: StepType
  readonly made: JsonObject
}

/** The text's form of a new step, with a name that is free in the workflow. */
export function makeStep(draft: Draft, step: NewStep): NamedStep | EditRefusal {
  const fields = plainJson(step.fields ?? {})
  if (!isJsonObject(fields)) return refuse('value_invalid', 'The fields of the new step are nested too deep.')
  const name = uniqueName(step.name ?? catalogue[step.type].label, stepNames(wholeOf(draft)))
  const made = { name, type: step.type, ...skeletons[step.type], ...withoutIdentity(fields) }
  return { ok: true, name, type: step.type, made }
}

export function skeletonOf(type: StepType): JsonObject {
  return skeletons[type] ?? {}
}

function withoutIdentity({ name: _name, type: _type, ...fields }: JsonObject): JsonObject {
  return fields
}

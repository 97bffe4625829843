import { catalogue } from '#core/definition/catalogue.ts'
import type { StepType } from '#core/definition/definition.ts'
import type { JsonObject } from '#core/json.ts'
import type { NewStep } from '../edit.ts'
import { uniqueName } from './names.ts'
import { stepNames } from './raw-step.ts'

/** What a step of a type cannot be read without. */
const skeletons: Partial<Record<StepType, JsonObject>> = {
  DECISION: { routes: [] },
  PARALLEL: { tasks: [] },
  LOOP: { mode: 'ITERATE', loop_body: [] },
  TRANSFORM: { set: {} },
}

/** The text's form of a new step, with a name that is free in the workflow. */
export function makeStep(root: JsonObject, step: NewStep): JsonObject & { readonly name: string } {
  const name = uniqueName(step.name ?? catalogue[step.type].label, stepNames(root))
  return { name, type: step.type, ...skeletons[step.type], ...withoutIdentity(step.fields ?? {}) }
}

export function skeletonOf(type: StepType): JsonObject {
  return skeletons[type] ?? {}
}

function withoutIdentity({ name: _name, type: _type, ...fields }: JsonObject): JsonObject {
  return fields
}

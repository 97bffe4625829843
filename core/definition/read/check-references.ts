import type { Json, JsonObject } from '#core/json.ts'
import { isJsonObject } from '#core/json.ts'
import { END, type Step } from '../definition.ts'
import { meant } from './replace-name.ts'
import type { SourceLocation } from './source-location.ts'

/**
 * A step may refer only to steps of its own list: no edge enters or leaves the body of a loop. `END` ends a branch, so
 * that only `next` and routes may use it. The names are read where they are written.
 */
export function checkReferences(
  steps: readonly Step[],
  value: Json,
  location: SourceLocation,
  around: ReadonlySet<string> = new Set(),
): void {
  const items: readonly Json[] = Array.isArray(value) ? value : []
  const names = new Set([...around, ...steps.map(({ name }) => name)])
  for (const [index, step] of steps.entries()) {
    const item = items[index]
    if (isJsonObject(item)) checkStepReferences(step, item, location.child(index), names)
  }
}

/** The check of one step, in a list whose steps have these names. */
export function checkStepReferences(
  step: Step,
  item: JsonObject,
  location: SourceLocation,
  names: ReadonlySet<string>,
): void {
  const at = location.inStep(step.name)
  for (const reference of referencesOf(item, at)) checkReference(reference, names)
  if (step.type === 'LOOP') checkReferences(step.loop_body, item.loop_body ?? null, at.child('loop_body'))
  checkInserted(step, item, at, names)
}

/**
 * Inserted steps may refer to each other and to the steps of the list that they are inserted into; no other step may
 * refer to inserted steps.
 */
function checkInserted(step: Step, item: JsonObject, location: SourceLocation, names: ReadonlySet<string>): void {
  for (const [index, { steps_to_insert: steps }] of (step.dynamic_injection?.rules ?? []).entries()) {
    const path = ['dynamic_injection', 'rules', index, 'steps_to_insert'] as const
    const at = path.reduce<SourceLocation>((parent, key) => parent.child(key), location)
    const { rules } = item.dynamic_injection as { readonly rules: readonly JsonObject[] }
    checkReferences(steps, rules[index]?.steps_to_insert ?? null, at, names)
  }
}

interface Reference {
  readonly name: string
  readonly location: SourceLocation
  readonly mayEnd: boolean
}

function referencesOf(item: JsonObject, location: SourceLocation): readonly Reference[] {
  const handler = isJsonObject(item.on_failure) ? item.on_failure.target_step : undefined
  const routes = Array.isArray(item.routes) ? (item.routes as readonly Json[]) : []
  return [
    ...namesAt(item.next, location.child('next'), true),
    ...namesAt(item.dependencies, location.child('dependencies'), false),
    ...namesAt(handler, location.child('on_failure').child('target_step'), false),
    ...routes.flatMap((route, index) =>
      isJsonObject(route)
        ? ['target', 'next', 'next_step', 'default'].flatMap((key) =>
            namesAt(route[key], location.child('routes').child(index).child(key), true),
          )
        : [],
    ),
  ]
}

function namesAt(value: Json | undefined, location: SourceLocation, mayEnd: boolean): readonly Reference[] {
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => namesAt(item, location.child(index), mayEnd))
  return typeof value === 'string' && value.trim() !== '' ? [{ name: value, location, mayEnd }] : []
}

function checkReference({ name, location, mayEnd }: Reference, names: ReadonlySet<string>): void {
  if (names.has(name) || (mayEnd && name === END)) return
  if (name === END) {
    location.error('END_NOT_HERE', 'Only next and routes can use END. Remove it here.')
    return
  }
  const { words, fix } = meant(name, mayEnd ? [...names, END] : names, location.range())
  location.error('STEP_NOT_FOUND', `There is no step ${name} here.${words}`, fix === undefined ? {} : { fix })
}

import { controlFlow } from '#core/definition/control-flow.ts'
import type { Definition, Step } from '#core/definition/definition.ts'
import { allSteps } from '#core/definition/inner-lists.ts'
import type { Pins } from '#core/definition/test-run/test-plan.ts'
import { reach } from '#core/graph/extract/can-extract.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { changesOfResult } from '#core/run/decide/result.ts'
import { withChanges } from '#core/run/evolve/data.ts'
import { modelTexts } from '../../texts/model.ts'
import type { Sample } from './sample.ts'

/** Types whose output is merged into `state` as a result. */
const givesResult: ReadonlySet<Step['type']> = new Set([
  'STANDARD',
  'ASYNC',
  'HTTP',
  'MAIL',
  'SQL',
  'AI',
  'SCRIPT',
  'HUMAN',
  'SIGNAL',
])

/**
 * The sample as a test would find it at a step, or at the end. Pinned outputs replace the outputs of the steps before
 * it. State written by other steps after these stays.
 */
export function withPinned(sample: Sample, definition: Definition, pins: Pins, step: string | null): Sample {
  const before = stepsBefore(definition, step)
  const isPinned = ({ name }: Step) => Object.hasOwn(pins, name) && (before.has(name) || name === step)
  const pinned = definition.steps.filter(isPinned)
  if (pinned.length === 0) return sample
  const found: JsonObject = isJsonObject(sample.scope.state) ? sample.scope.state : {}
  const outputs: Readonly<Record<string, JsonObject>> = sample.scope.steps
  const steps: Record<string, JsonObject> = { ...outputs }
  const byName = new Map(definition.steps.map((one) => [one.name, one]))
  let data = found
  let isChanged = false
  // A run keeps outputs in the order of step completion.
  for (const name of new Set([...Object.keys(outputs), ...pinned.map((one) => one.name)])) {
    const one = byName.get(name)
    if (one === undefined) continue
    const isOwn = isPinned(one)
    const output = (isOwn ? pins : outputs)[name]?.output ?? null
    const http = pins[name]?.http
    if (isOwn) steps[name] = { output, ...(http !== undefined && { http }) }
    isChanged ||= isOwn
    if (isChanged && name !== step)
      data = isOwn || one.type !== 'TRANSFORM' ? written(one, output, data) : set(one.set, found, data)
  }
  return {
    origin: modelTexts.andPinnedOutputs(sample.origin),
    scope: { ...sample.scope, state: data, steps } as Sample['scope'],
  }
}

/** The steps that the run may reach before a step, which may be nested; all steps for the end. */
function stepsBefore(definition: Definition, step: string | null): ReadonlySet<string> {
  const outer = definition.steps.find((one) => allSteps([one]).some(({ name }) => name === step))
  if (outer === undefined) return new Set(definition.steps.map(({ name }) => name))
  const flow = controlFlow(definition)
  const leading = flow.incoming(outer.name).map(({ from }) => from)
  return reach(new Set(leading), (name) => flow.incoming(name).map(({ from }) => from))
}

function written(step: Step, output: Json, data: JsonObject): JsonObject {
  const changes = givesResult.has(step.type) ? changesOfResult(step, output, data) : null
  return changes?.ok ? withChanges(data, changes.changes) : data
}

/** The keys that a TRANSFORM assigned, with the values from the run. */
function set(assignments: Readonly<Record<string, string>>, found: JsonObject, data: JsonObject): JsonObject {
  const keys = Object.keys(assignments).map((path) => path.split('.')[0] as string)
  const kept = keys.filter((key) => Object.hasOwn(found, key)).map((key) => [key, found[key] as Json])
  return { ...data, ...Object.fromEntries(kept) }
}

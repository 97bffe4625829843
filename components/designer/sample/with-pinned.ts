import type { Definition, Step } from '#core/definition/definition.ts'
import type { Pins } from '#core/definition/test-run/test-plan.ts'
import { isJsonObject, type JsonObject } from '#core/json.ts'
import { changesOfResult } from '#core/run/decide/result.ts'
import { withChanges } from '#core/run/evolve/data.ts'
import type { Sample } from './sample.ts'

/** Types whose output goes into `state` as a result does. */
const givesResult: ReadonlySet<Step['type']> = new Set(['STANDARD', 'ASYNC', 'HTTP', 'SCRIPT', 'HUMAN', 'SIGNAL'])

/** The sample as a test would find it: what is pinned takes the place of what the steps gave. */
export function withPinned(sample: Sample, definition: Definition, pins: Pins): Sample {
  const pinned = definition.steps.filter(({ name }) => Object.hasOwn(pins, name))
  if (pinned.length === 0) return sample
  let data: JsonObject = isJsonObject(sample.scope.state) ? sample.scope.state : {}
  const steps: Record<string, JsonObject> = { ...sample.scope.steps }
  for (const step of pinned) {
    const output = pins[step.name]?.output ?? null
    const http = pins[step.name]?.http
    steps[step.name] = { output, ...(http !== undefined && { http }) }
    const written = givesResult.has(step.type) ? changesOfResult(step, output, data) : null
    if (written?.ok) data = withChanges(data, written.changes)
  }
  return {
    origin: `${sample.origin} and pinned outputs`,
    scope: { ...sample.scope, state: data, steps } as Sample['scope'],
  }
}

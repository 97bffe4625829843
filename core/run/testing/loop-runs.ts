import type { Step } from '#core/definition/definition.ts'
import type { Json } from '#core/json.ts'
import { ScriptedRun } from './scripted-run.ts'
import { definition, loop, transform } from './steps.ts'

export const eachItem = (body: readonly Step[], more: Partial<Parameters<typeof loop>[2]> = {}) =>
  loop('Loop', body, { iterate_over: 'input.items', ...more })

export function started(
  steps: readonly Step[],
  input: Json = { items: ['a', 'b'] },
  more = {},
  header = {},
): ScriptedRun {
  const run = new ScriptedRun(definition(steps, more), { input, ...header })
  run.own()
  return run
}

export const count = transform('Count', { n: 'state.n + 1.0' })

import type { Definition, Step } from '#core/definition/definition.ts'
import { ScriptedRun } from './scripted-run.ts'
import { definition } from './steps.ts'

type Header = ConstructorParameters<typeof ScriptedRun>[1]

/** A run of these steps that an engine holds. */
export function begun(steps: readonly Step[], header: Header = {}, more: Partial<Definition> = {}): ScriptedRun {
  const run = new ScriptedRun(definition(steps, more), header)
  run.own()
  return run
}

import type { Step } from '#core/definition/definition.ts'
import { ScriptedRun } from './scripted-run.ts'
import { call, definition } from './steps.ts'

/** A step with a compensation. */
export const undoable = (name: string, more: Parameters<typeof call>[1] = {}): Step =>
  call(name, { compensate_function: `test.undo_${name.toLowerCase()}`, ...more })

/** A run that an engine holds, of steps that are undone when it fails. */
export function saga(steps: readonly Step[], more: Parameters<typeof definition>[1] = {}): ScriptedRun {
  const run = new ScriptedRun(definition(steps, { saga_enabled: true, ...more }))
  run.own()
  return run
}

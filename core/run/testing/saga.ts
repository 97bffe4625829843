import type { Definition, Step } from '#core/definition/definition.ts'
import { begun } from './begun.ts'
import type { ScriptedRun } from './scripted-run.ts'
import { call } from './steps.ts'

/** A step with a compensation. */
export const undoable = (name: string, more: Parameters<typeof call>[1] = {}): Step =>
  call(name, { compensate_function: `test.undo_${name.toLowerCase()}`, ...more })

/** A run of steps that are undone when it fails. */
export const saga = (steps: readonly Step[], more: Partial<Definition> = {}): ScriptedRun =>
  begun(steps, {}, { saga_enabled: true, ...more })

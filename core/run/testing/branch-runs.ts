import type { BranchStep, Definition } from '#core/definition/definition.ts'
import { ScriptedRun } from './scripted-run.ts'
import { call, definition, parallel } from './steps.ts'

/** Further keys of the PARALLEL step. */
export type More = Partial<Parameters<typeof parallel>[1]>

/** A run of a PARALLEL step with these tasks, and a step after it, owned by an engine. */
export function side(
  tasks: readonly (BranchStep | { name: string; function: string })[],
  more: More = {},
  whole: Partial<Definition> = {},
) {
  const run = new ScriptedRun(definition([parallel('P', { tasks, ...more }), call('After')], whole))
  run.own()
  return run
}

/** A run of a PARALLEL step with a whole step for each item of a list, and a step after it. */
export function each(task: BranchStep, more: More = {}, whole: Partial<Definition> = {}, list = "['a', 'b']") {
  const run = new ScriptedRun(definition([parallel('P', { iterate_over: list, task, ...more }), call('After')], whole))
  run.own()
  return run
}

/** Keys of a workflow that undoes its steps. */
export const saga = { saga_enabled: true }

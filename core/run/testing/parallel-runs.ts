import type { Json } from '#core/json.ts'
import { ScriptedRun } from './scripted-run.ts'
import { call, definition, parallel } from './steps.ts'

export const each = (more: Parameters<typeof parallel>[1] = {}) =>
  parallel('Each', { iterate_over: 'input.items', task_function: 'test.label', ...more })

export function overItems(items: Json, more: Parameters<typeof parallel>[1] = {}, header = {}): ScriptedRun {
  const run = new ScriptedRun(definition([each(more), call('After')]), { input: { items }, ...header })
  run.own()
  return run
}

const twoTasks = [
  { name: 'left', function: 'test.left' },
  { name: 'right', function: 'test.right' },
]

export function overTasks(more: Parameters<typeof parallel>[1] = {}, header = {}): ScriptedRun {
  const run = new ScriptedRun(definition([parallel('Both', { tasks: twoTasks, ...more }), call('After')]), header)
  run.own()
  return run
}

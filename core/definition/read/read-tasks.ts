import { isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { taskKeys } from '../catalogue/nested-keys.ts'
import { stepNameProblem } from '../names.ts'
import { type Fields, mapAt, readKeys } from './read-keys.ts'
import { readPlainValue } from './read-value.ts'
import type { SourceLocation } from './source-location.ts'

/**
 * The tasks of a PARALLEL step: each has a name of its own and one thing to do, or, with a `type`, is a whole step, read
 * by `readBranch`. Every item becomes a task, so that indexes agree with the text; an unreadable one has an empty name,
 * and its problem stops publishing.
 */
export function readTasks(
  value: Json,
  location: SourceLocation,
  readBranch: (value: Json, location: SourceLocation) => Json,
): readonly Json[] | undefined {
  if (!Array.isArray(value)) {
    location.error('TYPE_WRONG', 'tasks must be a list of tasks with names.')
    return undefined
  }
  const most = limits.definition.parallelTasks
  if (value.length > most)
    location.error('OUT_OF_RANGE', `A step can have up to ${most} tasks. Use iterate_over for a long list.`)
  const names = new Set<string>()
  return value.slice(0, most).map((item: Json, index) => {
    const at = location.child(index)
    if (isJsonObject(item) && Object.hasOwn(item, 'type')) {
      const step = readBranch(item, at) as Fields
      checkTaskName(step.name, at, names)
      return step
    }
    const map = mapAt(item, at, 'A task')
    if (map === undefined) return { name: '' }
    const task = readKeys(map, at, { specs: taskKeys, read: readPlainValue, what: 'A task' })
    checkTask(task, at, names)
    return { name: '', ...task }
  })
}

function checkTask(
  { name, function: called, sub_workflow_type: child, input }: Fields,
  location: SourceLocation,
  names: Set<string>,
): void {
  if (typeof name === 'string') {
    const problem = stepNameProblem(name)
    if (problem?.severity === 'error') location.child('name').error(problem.code, problem.message)
  }
  checkTaskName(name, location, names)
  if (called === undefined && child === undefined) {
    location.child('function').error('KEY_MISSING', 'The task does nothing. Add a function or a sub_workflow_type.')
  }
  if (called !== undefined && child !== undefined) {
    location
      .child('sub_workflow_type')
      .error('KEYS_EXCLUSIVE', 'A task has either a function or a sub_workflow_type.', { atKey: true })
  }
  if (called !== undefined && input !== undefined) {
    location
      .child('input')
      .warning('KEY_UNUSED', 'A function receives the state; input only works with sub-workflows.', { atKey: true })
  }
}

/** Results of tasks go by their names. */
function checkTaskName(name: Json | undefined, location: SourceLocation, names: Set<string>): void {
  if (typeof name !== 'string') return
  if (names.has(name)) {
    location.child('name').error('NAME_TWICE', `A task named ${name} already exists. Task names must be unique.`)
  }
  names.add(name)
}

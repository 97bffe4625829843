import { type KnownNames, maySend } from '#core/definition/check/check-known-names.ts'
import { undeclaredInputs } from '#core/definition/check/contracts/undeclared-inputs.ts'
import { functionKey } from '#core/definition/function-name.ts'
import { allSteps } from '#core/definition/inner-lists.ts'
import type { Problem } from '#core/definition/problem.ts'
import { suggest } from '#core/expression/suggest.ts'
import { isJsonList, type Json, objectOf } from '#core/json.ts'
import type { TextRange } from '../text-range.ts'
import { isBranch } from './branches.ts'
import type { Edit, FieldPath } from './edit.ts'
import type { Graph } from './graph.ts'
import { canConnect, defaultKind } from './rules.ts'

/** A certain repair of a problem, as data: a text replacement, or edits. */
export type Repair =
  | { readonly title: string; readonly range: TextRange; readonly text: string }
  | { readonly title: string; readonly edits: readonly Edit[] }

/** The data that a repair may read. */
export interface RepairContext {
  readonly graph: Graph
  readonly known: KnownNames | null
}

/** The repairs of a problem, the likeliest first; none where the author's intent is uncertain. */
export function quickFixes(problem: Problem, context: RepairContext): readonly Repair[] {
  if (problem.fix !== undefined) return [problem.fix, ...alternatives(problem, context)]
  const { step } = problem
  switch (problem.code) {
    case 'STEP_UNREACHABLE':
      return step === undefined ? [] : [...connected(step, context.graph), ...removed(step)]
    case 'FUNCTION_UNKNOWN':
      return renamedFunction(problem, context)
    case 'WORKFLOW_UNKNOWN':
      return replaced(problem, suggest(writtenName(problem), context.known?.workflows ?? []), context)
    case 'SECRET_UNKNOWN':
    case 'SECRET_NOT_ALLOWED':
      return otherSecret(problem, context)
    case 'ROUTE_UNREACHABLE':
      return step === undefined ? [] : defaultLast(step, problem, context.graph)
    case 'INPUT_UNDECLARED':
      return declared(problem, context.graph)
    case 'SUB_INPUT_UNKNOWN':
      return withoutField(problem, context)
    case 'UNDO_MISSING':
      return step === undefined
        ? []
        : [{ title: 'It has no side effects', edits: [{ type: 'set_field', step, path: ['effects'], value: 'none' }] }]
    case 'NAME_MISSING':
      return step === undefined
        ? []
        : [{ title: `Name it ${step}`, edits: [{ type: 'rename_step', step, name: step }] }]
    default:
      return removable.has(problem.code) ? withoutField(problem, context) : []
  }
}

/** Problems that end when their subject is removed. */
const removable: ReadonlySet<string> = new Set([
  'KEY_UNUSED',
  'KEY_UNKNOWN',
  'KEYS_EXCLUSIVE',
  'VALUE_EMPTY',
  'DEFAULT_TWICE',
  'END_NOT_HERE',
  'NOT_IMPORTED',
  'KEY_NOT_HERE',
])

/** An unknown key may be misspelt, or no longer wanted: then removing it is the repair. */
function alternatives(problem: Problem, context: RepairContext): readonly Repair[] {
  return problem.code === 'KEY_UNKNOWN' ? withoutField(problem, context) : []
}

function withoutField(problem: Problem, context: RepairContext): readonly Repair[] {
  const key = problem.path.filter((part) => typeof part === 'string').at(-1)
  const title = problem.code === 'DEFAULT_TWICE' ? 'Remove this default' : `Remove ${key}`
  const edit = fieldEdit(problem, undefined, context)
  return edit === null ? [] : [{ title, edits: [edit] }]
}

/** Sets the field that the problem is about; removes it without a value. */
function fieldEdit({ step, path }: Problem, value: Json | undefined, { graph }: RepairContext): Edit | null {
  const more = value === undefined ? {} : { value }
  if (path[0] !== 'steps') return path.length === 0 ? null : { type: 'set_workflow_field', path, ...more }
  const field = pathInStep(path, step !== undefined && isBranch(graph, step))
  return step === undefined || field.length === 0 ? null : { type: 'set_field', step, path: field, ...more }
}

/**
 * The path from the innermost step on a path of the document. `inBranch`: that step is a whole step that is a task; else
 * the path of a task is one of its PARALLEL step.
 */
export function pathInStep(path: FieldPath, inBranch = false): FieldPath {
  let at = 2
  for (;;) {
    if (path[at] === 'loop_body' && typeof path[at + 1] === 'number') at += 2
    else if (inBranch && path[at] === 'tasks') at += 2
    else if (inBranch && path[at] === 'task') at += 1
    else if (path[at + 3] === 'steps_to_insert' && typeof path[at + 4] === 'number') at += 5
    else return path.slice(at)
  }
}

function connected(step: string, graph: Graph): readonly Repair[] {
  const at = graph.nodes.findIndex((node) => node.id === step)
  const above = graph.nodes[at - 1]?.id
  if (above === undefined) return []
  const kind = defaultKind(graph, above)
  if (!canConnect(graph, above, step, kind).allowed) return []
  return [{ title: `Connect ${above} to it`, edits: [{ type: 'connect', from: above, to: step, kind }] }]
}

const removed = (step: string): readonly Repair[] => [
  { title: 'Remove the step', edits: [{ type: 'remove_steps', steps: [step] }] },
]

/** The name in a warning about a missing function or workflow. */
function writtenName({ message }: Problem): string {
  return /^(?:No function|There is no workflow) (.*?)(?: is registered)?\. A run/.exec(message)?.[1] ?? ''
}

function renamedFunction(problem: Problem, context: RepairContext): readonly Repair[] {
  return replaced(problem, suggest(functionKey(writtenName(problem)), context.known?.functions ?? []), context)
}

/** Names another secret, whose name is almost the same and which the workflow may send. */
function otherSecret(problem: Problem, context: RepairContext): readonly Repair[] {
  const { step, path, message } = problem
  const written = /^(?:There is no secret|The secret) (\w+)/.exec(message)?.[1] ?? ''
  const workflow = context.graph.workflow.workflow_type
  const usable = [...(context.known?.secrets ?? [])].flatMap(([name, secret]) =>
    maySend(secret, workflow) ? [name] : [],
  )
  const name = suggest(written, usable)
  const field = pathInStep(path, step !== undefined && isBranch(context.graph, step))
  const found = allSteps(context.graph.nodes.map((node) => node.step)).find((one) => one.name === step)
  const text = field.reduce<Json | undefined>(memberOf, found as Json | undefined)
  if (name === undefined || typeof text !== 'string') return []
  const pattern = new RegExp(`\\{\\{\\s*secrets\\.${written}\\s*\\}\\}`, 'g')
  return replaced(problem, text.replaceAll(pattern, `{{ secrets.${name} }}`), context, name)
}

const memberOf = (value: Json | undefined, part: string | number): Json | undefined =>
  isJsonList(value) ? value[Number(part)] : objectOf(value)[part]

/** Replaces the field by a value, which is called by its name in the title. */
function replaced(
  problem: Problem,
  value: string | undefined,
  context: RepairContext,
  name = value,
): readonly Repair[] {
  const edit = value === undefined ? null : fieldEdit(problem, value, context)
  return edit === null ? [] : [{ title: `Change to ${name}`, edits: [edit] }]
}

/** Moves a default above other routes to the end. */
function defaultLast(step: string, problem: Problem, graph: Graph): readonly Repair[] {
  const found = graph.nodes.find((node) => node.id === step)?.step
  if (found?.type !== 'DECISION') return []
  const from = found.routes.findIndex((route) => route.condition === undefined)
  const path = pathInStep(problem.path).slice(0, -1)
  const edit: Edit = { type: 'move_item', step, path, from, to: found.routes.length - 1 }
  return [{ title: 'Move the default to the end', edits: [edit] }]
}

/** Declares a field of the input that expressions use, with the type that its uses tell. */
function declared({ message }: Problem, graph: Graph): readonly Repair[] {
  const schema = graph.workflow.input_schema
  const steps = graph.nodes.map(({ step }) => step)
  const found = undeclaredInputs(steps, schema).find(({ field }) => message.startsWith(`input.${field} is used`))
  if (found === undefined) return []
  const { field, usedAs, required } = found
  const properties = { ...objectOf(schema?.properties), [field]: usedAs === null ? {} : { type: usedAs } }
  const before = isJsonList(schema?.required) ? schema.required : []
  const value = {
    ...(schema ?? { type: 'object' }),
    ...(required && { required: [...before, field] }),
    properties,
  }
  const title = usedAs === null ? `Declare ${field}` : `Declare ${field} (${usedAs})`
  return [{ title, edits: [{ type: 'set_workflow_field', path: ['input_schema'], value }] }]
}

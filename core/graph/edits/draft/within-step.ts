import { controlFlow } from '#core/definition/control-flow.ts'
import type { Definition, Step } from '#core/definition/definition.ts'
import { type InnerList, innerLists } from '#core/definition/inner-lists.ts'
import { isJsonList, type Json, type JsonObject } from '#core/json.ts'
import { decompile } from '../../decompile.ts'
import type { Edit, FieldPath } from '../../edit.ts'
import { normalEdges } from '../../flow/settle.ts'
import type { Graph } from '../../graph.ts'
import { mapList, mapStep, stepNamed, withKey } from '../raw/raw-step.ts'
import type { Draft, Outcome } from './edit-draft.ts'

/**
 * The draft that an edit works on: for an edit of inner steps the loop's body or the list that a rule inserts, so that
 * inner steps are edited like the workflow's own; otherwise the draft itself.
 */
export function draftWithin(draft: Draft, edit: Edit): Draft {
  const found = listOf(draft.definition.steps, edit)
  if (found === null) return draft
  const { step, path } = found
  const definition = { ...draft.definition, steps: found.steps }
  const flow = controlFlow(definition)
  return {
    ...draft,
    within: { step, path, whole: draft.root, graph: draft.graph },
    root: { ...draft.root, steps: valueAt(stepNamed(draft.root, step), path) },
    definition,
    flow,
    graph: decompile(definition, {}),
    normal: normalEdges(flow),
  }
}

/** The outcome of an edit of an inner list, as an outcome for the whole workflow. */
export function lifted({ within }: Draft, outcome: Outcome): Outcome {
  if (within === undefined) return outcome
  const { steps, layout } = outcome.root
  const root = mapStep(withKey(within.whole, 'layout', layout), within.step, (step) =>
    changedAt(step, within.path, steps as Json),
  )
  return { ...outcome, root }
}

/** The part of a definition that a draft describes. */
export function partOf({ within }: Draft, definition: Definition): Definition {
  if (within === undefined) return definition
  const found = search(definition.steps, (step, list) => step === within.step && samePath(list.path, within.path))
  return { ...definition, steps: (found as Inner).steps }
}

/** The data of the whole text, in which names of steps are unique. */
export function wholeOf({ within, root }: Draft): JsonObject {
  return within?.whole ?? root
}

/** The graph of the whole workflow, bodies of loops included: the graph that the rules need. */
export function wholeGraph({ within, graph }: Draft): Graph {
  return within?.graph ?? graph
}

interface Inner extends InnerList {
  readonly step: string
}

function listOf(steps: readonly Step[], edit: Edit): Inner | null {
  if ((edit.type === 'add_step' || edit.type === 'paste_steps') && edit.within !== undefined) {
    const { within } = edit
    return search(steps, (step, { path }) => step === within && path[0] === 'loop_body')
  }
  const name = stepOf(edit)
  return name === null ? null : search(steps, (_, list) => list.steps.some((step) => step.name === name))
}

/** The first list within these steps, at any depth, that passes the test. */
function search(steps: readonly Step[], isWanted: (step: string, list: InnerList) => boolean): Inner | null {
  for (const step of steps) {
    for (const list of innerLists(step)) {
      // Branches of a PARALLEL step are edited by their place (edits/branches).
      if (list.first !== undefined) continue
      const found = isWanted(step.name, list) ? { ...list, step: step.name } : search(list.steps, isWanted)
      if (found !== null) return found
    }
  }
  return null
}

const samePath = (one: FieldPath, other: FieldPath): boolean => one.join() === other.join()

/** The value of the text at a path of the definition; nothing where the step has no name in the text. */
function valueAt(step: JsonObject, path: FieldPath): Json {
  return path.reduce<Json>((value, key) => (value as JsonObject | undefined)?.[key] as Json, step)
}

function changedAt(owner: JsonObject, [key, ...rest]: FieldPath, value: Json): JsonObject {
  const inner = rest.length === 0 ? value : changedIn(owner[key as string] as Json, rest, value)
  return withKey(owner, key as string, inner)
}

function changedIn(owner: Json, path: FieldPath, value: Json): Json {
  const [index, ...rest] = path
  if (!isJsonList(owner)) return changedAt(owner as JsonObject, path, value)
  return mapList(owner, (item) => (item === owner[index as number] ? changedAt(item as JsonObject, rest, value) : item))
}

/** Fields that set where a step leads: they can change other edges of its list. */
const leading: ReadonlySet<string | number | undefined> = new Set(['next', 'dependencies', 'on_failure', 'routes'])

/** A step that identifies the list of the edit; null where the edit can only concern the workflow's own list. */
function stepOf(edit: Edit): string | null {
  switch (edit.type) {
    case 'add_step':
      return edit.connect?.from ?? edit.after ?? null
    case 'paste_steps':
      return edit.after ?? null
    case 'insert_on_edge':
    case 'disconnect':
    case 'reconnect':
      return edit.edge.from
    case 'connect':
      return edit.from
    case 'change_type':
    case 'set_route_target':
      return edit.step
    case 'set_field':
      return leading.has(edit.path[0]) ? edit.step : null
    case 'remove_steps':
    case 'duplicate_steps':
      return edit.steps[0] ?? null
    default:
      return null
  }
}

import type { JsonObject } from '#core/json.ts'
import type { Edit } from '../edit.ts'
import { splitSteps } from '../extract/extraction.ts'
import { type NormalEdge, normalId } from '../flow/settle.ts'
import type { Draft, Outcomes } from './draft.ts'
import { leaveGroups } from './groups.ts'
import { uniqueName } from './names.ts'
import { place, unplace } from './positions.ts'
import { namesIn, stepNames, withKey, withSteps, writtenNames } from './raw-step.ts'
import { renameSteps } from './rename-step.ts'

/** One SUB_WORKFLOW step in the place of several: what led into them leads to it, and from it to what they led to. */
export function extractSteps(draft: Draft, edit: Extract<Edit, { type: 'extract_steps' }>): Outcomes {
  const names = new Set(edit.steps)
  const name = uniqueName(edit.workflow.split(/[/.]/).at(-1) as string, stepNames(draft.root))
  const split = splitSteps(draft.root, draft.definition, names, name)
  if (!split.ok) return split
  const first = draft.definition.steps.findIndex((step) => names.has(step.name))
  const step = { name, type: 'SUB_WORKFLOW', sub_workflow_type: edit.workflow, input: '{{ state }}' }
  const renames = new Map(edit.steps.map((gone) => [gone, name]))
  const kept = renameSteps({ steps: split.outside }, renames).steps as readonly JsonObject[]
  const steps = kept.map(onceEach)
  const now = (old: string) => renames.get(old) ?? old
  const wanted = new Map<string, NormalEdge>()
  for (const { from, to } of draft.normal.values()) {
    const edge = { from: now(from), to: now(to) }
    if (edge.from !== edge.to) wanted.set(normalId(edge), edge)
  }
  const root = withSteps(draft.root, [...steps.slice(0, first), step, ...steps.slice(first)])
  const position = draft.graph.nodes[first]
  const placed = position?.placed ? place(root, { [name]: position.position }) : root
  return { ok: true, root: unplace(leaveGroups(placed, names), names), wanted, created: [name] }
}

/** Several names became one. */
function onceEach(step: JsonObject): JsonObject {
  return ['next', 'dependencies'].reduce((changed, key) => {
    const before = namesIn(changed[key])
    const once = [...new Set(before)]
    return once.length === before.length ? changed : withKey(changed, key, writtenNames(once, changed[key]))
  }, step)
}

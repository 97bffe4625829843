import { memberText } from '#core/expression/member.ts'
import type { JsonObject } from '#core/json.ts'
import { type Edit, refuse } from '../../edit.ts'
import { splitSteps } from '../../extract/extraction.ts'
import { type NormalEdge, normalId } from '../../flow/settle.ts'
import type { Position } from '../../graph.ts'
import { areOwn } from '../../rules.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { leaveGroups } from '../layout/groups.ts'
import { place, unplace } from '../layout/positions.ts'
import { namesIn, stepNames, withKey, withSteps, writtenNames } from '../raw/raw-step.ts'
import { renameSteps } from '../rename/rename-step.ts'
import { uniqueName } from './names.ts'

/** Distance from one new step to the next, top to top, in pixels. */
const below = 112

/**
 * Replaces several steps by one SUB_WORKFLOW step, which gets their incoming edges. A TRANSFORM behind it copies the
 * state keys that they wrote from the result, and gets their outgoing edges.
 */
export function extractSteps(draft: Draft, edit: Extract<Edit, { type: 'extract_steps' }>): Outcomes {
  const own = areOwn(draft.graph, edit.steps)
  if (!own.allowed) return refuse('not_allowed', own.reason)
  const names = new Set(edit.steps)
  const name = uniqueName(edit.workflow.split(/[/.]/).at(-1) as string, stepNames(draft.root))
  const split = splitSteps(draft.root, draft.definition, names, name)
  if (!split.ok) return split
  const taking = split.written.length === 0 ? name : uniqueName(`${name}_result`, stepNames(draft.root))
  const first = draft.definition.steps.findIndex((step) => names.has(step.name))
  const step = { name, type: 'SUB_WORKFLOW', sub_workflow_type: edit.workflow, input: '{{ state }}' }
  const renames = new Map(edit.steps.map((gone) => [gone, name]))
  const kept = renameSteps({ steps: split.outside }, renames).steps as readonly JsonObject[]
  const steps = kept.map((other) => waitingFor(onceEach(other), name, taking))
  const now = (old: string) => renames.get(old) ?? old
  const wanted = new Map<string, NormalEdge>()
  for (const { from, to } of draft.normal.values()) {
    const edge = { from: names.has(from) ? taking : from, to: now(to) }
    if (!names.has(from) || !names.has(to)) wanted.set(normalId(edge), edge)
  }
  const takeOver = {
    name: taking,
    type: 'TRANSFORM',
    set: Object.fromEntries(split.written.map((key) => takenKey(name, key))),
  }
  const fresh = taking === name ? [step] : [step, takeOver]
  if (taking !== name) wanted.set(normalId({ from: name, to: taking }), { from: name, to: taking })
  const root = withSteps(draft.root, [...steps.slice(0, first), ...fresh, ...steps.slice(first)])
  const position = draft.graph.nodes[first]
  const places = position?.placed ? placesFor(fresh, position.position) : {}
  const placed = place(root, places)
  return { ok: true, root: unplace(leaveGroups(placed, names), names), wanted, created: [name] }
}

/** Positions one below the other. */
function placesFor(steps: readonly { readonly name: string }[], { x, y }: Position): Record<string, Position> {
  return Object.fromEntries(steps.map(({ name }, index) => [name, { x, y: y + index * below }]))
}

/** `has` guards the key, because a way through the steps may not have written it. */
function takenKey(name: string, key: string): [string, string] {
  const place = `steps${memberText(name)}.output${memberText(key)}`
  return [key, `has(${place}) ? ${place} : null`]
}

function waitingFor(step: JsonObject, from: string, to: string): JsonObject {
  const before = namesIn(step.dependencies)
  if (from === to || !before.includes(from)) return step
  const names = before.map((name) => (name === from ? to : name))
  return withKey(step, 'dependencies', writtenNames(names, step.dependencies))
}

/** Removes duplicates from names, several of which were replaced by one. */
function onceEach(step: JsonObject): JsonObject {
  return ['next', 'dependencies'].reduce((changed, key) => {
    const before = namesIn(changed[key])
    const once = [...new Set(before)]
    return once.length === before.length ? changed : withKey(changed, key, writtenNames(once, changed[key]))
  }, step)
}

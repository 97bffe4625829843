import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { type Edit, refuse } from '../../edit.ts'
import { areOwn, canRemove } from '../../rules.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { mapList, withKey } from '../raw/raw-step.ts'

/** Makes a new group of steps. A step is in one group at most. */
export function groupSteps(draft: Draft, edit: Extract<Edit, { type: 'group_steps' }>): Outcomes {
  const own = areOwn(draft.graph, edit.steps)
  if (!own.allowed) return refuse('not_allowed', own.reason)
  const permission = canRemove(draft.graph, edit.steps)
  if (!permission.allowed) return refuse('step_missing', permission.reason)
  const title = edit.title ?? 'Group'
  if (!isTitle(title)) return titleRefused
  const left = leaveGroups(draft.root, new Set(edit.steps))
  const layout = isJsonObject(left.layout) ? left.layout : {}
  const id = freeKey(layout, 'group')
  return { ok: true, root: withKey(left, 'layout', withKey(layout, id, { title, steps: [...edit.steps] })) }
}

export function setGroup(draft: Draft, edit: Extract<Edit, { type: 'set_group' }>): Outcomes {
  const group = groupOf(draft.root, edit.group)
  if (group === null) return groupMissing
  if (edit.title !== undefined && !isTitle(edit.title)) return titleRefused
  const titled = edit.title === undefined ? group : withKey(group, 'title', edit.title)
  const folded = edit.collapsed === undefined ? titled : withKey(titled, 'collapsed', edit.collapsed ? true : undefined)
  return { ok: true, root: withGroup(draft.root, edit.group, folded) }
}

/** Removes the group; its steps stay. */
export function ungroup(draft: Draft, edit: Extract<Edit, { type: 'ungroup' }>): Outcomes {
  if (groupOf(draft.root, edit.group) === null) return groupMissing
  return { ok: true, root: withGroup(draft.root, edit.group, undefined) }
}

const groupMissing = refuse('group_missing', 'That group no longer exists.')
const titleRefused = refuse(
  'value_invalid',
  `A group needs a title of up to ${limits.definition.titleCharacters} characters.`,
)

function isTitle(title: string): boolean {
  return title.trim() !== '' && title.length <= limits.definition.titleCharacters
}

/** A new key of `layout`. It contains a space, which the name of a step has only by intent. */
export function freeKey(layout: object, kind: 'group' | 'note'): string {
  for (let number = 1; ; number += 1) {
    const key = `${kind} ${number}`
    if (!Object.hasOwn(layout, key)) return key
  }
}

/** Removes steps from all groups, and groups that become empty. */
export function leaveGroups(root: JsonObject, names: ReadonlySet<string>): JsonObject {
  return mapMembers(root, (steps) => steps.filter((name) => typeof name !== 'string' || !names.has(name)))
}

export function renameInGroups(root: JsonObject, from: string, to: string): JsonObject {
  return mapMembers(root, (steps) => mapList(steps, (name) => (name === from ? to : name)))
}

/** Changes the members of every group; a group without members is removed. */
export function mapMembers(
  root: JsonObject,
  change: (steps: readonly Json[], group: string) => readonly Json[],
): JsonObject {
  if (!isJsonObject(root.layout)) return root
  return Object.entries(root.layout).reduce((changed, [id]) => {
    const group = groupOf(changed, id)
    if (group === null) return changed
    const before = group.steps as readonly Json[]
    const steps = change(before, id)
    if (steps.length === before.length && steps.every((name, index) => name === before[index])) return changed
    return withGroup(changed, id, steps.length === 0 ? undefined : withKey(group, 'steps', steps))
  }, root)
}

function groupOf(root: JsonObject, id: string): JsonObject | null {
  const group = isJsonObject(root.layout) && Object.hasOwn(root.layout, id) ? root.layout[id] : null
  return isJsonObject(group) && isJsonList(group.steps) ? group : null
}

function withGroup(root: JsonObject, id: string, group: JsonObject | undefined): JsonObject {
  const layout = withKey(root.layout as JsonObject, id, group)
  return withKey(root, 'layout', Object.keys(layout).length === 0 ? undefined : layout)
}

import { isJsonList, isJsonObject, type JsonObject } from '#core/json.ts'
import { type Edit, refuse } from '../../edit.ts'
import { normalId } from '../../flow/settle.ts'
import { canBeName } from '../../rules.ts'
import type { Draft, Outcomes } from '../draft/edit-draft.ts'
import { renameInGroups } from '../layout/groups.ts'
import { rawRoutes, retargetRoute } from '../raw/raw-routes.ts'
import { findStep, mapSteps, namesIn, stepNames, withKey, writtenNames } from '../raw/raw-step.ts'
import { type Names, renameReferences } from './rename-reference.ts'

/** Renames a step everywhere: edges, expressions and templates, layout. */
export function renameStep(draft: Draft, { step, name }: Extract<Edit, { type: 'rename_step' }>): Outcomes {
  if (findStep(draft.root, step) === null) return refuse('step_missing', `There is no step ${step}.`)
  if (name !== step && stepNames(draft.root).has(name))
    return refuse('name_taken', `A step named ${name} already exists.`)
  const permission = canBeName(name)
  if (!permission.allowed) return refuse('name_invalid', permission.reason)
  const names = new Map([[step, name]])
  const renamed = renameSteps(draft.root, names)
  const grouped = renameInGroups(renamed, step, name)
  const layout = isJsonObject(grouped.layout) ? renameKey(grouped.layout, step, name) : undefined
  const now = (old: string) => (old === step ? name : old)
  const wanted = new Map(
    [...draft.normal.values()].map(({ from, to }) => {
      const edge = { from: now(from), to: now(to) }
      return [normalId(edge), edge]
    }),
  )
  return { ok: true, root: layout === undefined ? grouped : withKey(grouped, 'layout', layout), wanted }
}

/** Renames steps in all references of steps. */
export function renameSteps(root: JsonObject, names: Names): JsonObject {
  return mapSteps(root, (raw) => renameIn(raw, names))
}

function renameIn(raw: JsonObject, names: Names): JsonObject {
  const now = (name: string) => names.get(name) ?? name
  let step = renameReferences(raw, names)
  if (typeof step.name === 'string' && names.has(step.name)) step = withKey(step, 'name', now(step.name))
  for (const key of ['next', 'dependencies']) {
    const before = namesIn(step[key])
    if (before.some((name) => names.has(name))) step = withKey(step, key, writtenNames(before.map(now), step[key]))
  }
  for (const route of isJsonList(step.routes) ? rawRoutes(step) : []) {
    if (route.written !== null && names.has(route.target)) step = retargetRoute(step, route, now(route.target))
  }
  const failure = isJsonObject(step.on_failure) ? step.on_failure.target_step : undefined
  return typeof failure === 'string' && names.has(failure)
    ? withKey(step, 'on_failure', withKey(step.on_failure as JsonObject, 'target_step', now(failure)))
    : step
}

function renameKey(object: JsonObject, from: string, to: string): JsonObject {
  const { [to]: _stale, ...rest } = object
  return Object.fromEntries(Object.entries(rest).map(([key, value]) => [key === from ? to : key, value]))
}

import type { Definition } from '#core/definition/definition.ts'
import { isJsonList, type JsonObject, objectOf } from '#core/json.ts'
import type { Edit, EditType } from '../../edit.ts'
import { placeKey } from '../raw/key-order.ts'
import { nameOf, withKey } from '../raw/raw-step.ts'

/**
 * A step without a usable name has a stand-in name in the definition and on the canvas. An edit of such a step writes
 * the stand-in into the text; an edit that reorders the list, from which stand-ins are derived, writes all of them.
 */
export function withStandIns(root: JsonObject, definition: Definition, edit: Edit): JsonObject {
  const { steps } = root
  if (!isJsonList(steps)) return root
  const concerned = concernedSteps(edit)
  const named = steps.map((step, index) => {
    const name = definition.steps[index]?.name
    if (name === undefined || nameOf(step) === name) return step
    const isTwin = edit.type === 'rename_step' && nameOf(step) === edit.step
    if (!isTwin && !concerned.has(name) && !shifting.has(edit.type)) return step
    return placeKey(objectOf(step), 'name', name)
  })
  return named.every((step, index) => step === steps[index]) ? root : withKey(root, 'steps', named)
}

const shifting: ReadonlySet<EditType> = new Set([
  'add_step',
  'insert_on_edge',
  'remove_steps',
  'duplicate_steps',
  'paste_steps',
  'extract_steps',
])

function concernedSteps(edit: Edit): ReadonlySet<string> {
  const { step, steps, from, to, after, edge, connect, positions }: Concerned = edit
  const names = [
    step,
    from,
    to,
    after,
    edge?.from,
    edge?.to,
    connect?.from,
    ...(steps ?? []),
    ...Object.keys(positions ?? {}),
  ]
  return new Set(names.filter((name) => typeof name === 'string'))
}

/** The fields of edits that name steps; `step` and `to` have another meaning in some edits. */
interface Concerned {
  readonly type: string
  readonly step?: unknown
  readonly steps?: readonly string[]
  readonly from?: unknown
  readonly to?: unknown
  readonly after?: string
  readonly edge?: { readonly from: string; readonly to: string }
  readonly connect?: { readonly from: string }
  readonly positions?: Readonly<Record<string, unknown>>
}

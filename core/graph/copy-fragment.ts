import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { applyEdit } from './apply-edit.ts'
import { type EditRefusal, refuse } from './edit.ts'
import { findStep, nameOf, stepsOf, withKey } from './edits/raw-step.ts'
import { entriesOf } from './text/geometry.ts'
import { rewrite } from './text/rewrite.ts'
import { openSource, type Source } from './text/source.ts'

export interface Fragment {
  readonly ok: true
  /** `steps:` and `layout:` as YAML, with comments; what `paste_steps` takes, and a text editor too. */
  readonly text: string
}

/**
 * The clipboard's form of some steps: the text without everything else, so that
 * they keep their comments and exactly the edges that join them. A DECISION
 * keeps all its routes: pasting drops those that lead nowhere.
 */
export function copyFragment(text: string, steps: readonly string[]): Fragment | EditRefusal {
  const before = openSource(text)
  if (!before.ok) return before
  const others = stepsOf(before.value)
    .flatMap((step) => nameOf(step) ?? [])
    .filter((name) => !steps.includes(name))
  const left =
    others.length === 0 ? { ok: true as const, text } : applyEdit(text, { type: 'remove_steps', steps: others })
  const after = left.ok ? openSource(left.text) : left
  if (!after.ok) return after
  const kept = stepsOf(after.value).map((step) => (isJsonObject(step) ? withRoutes(step, before) : step))
  if (kept.length === 0) return refuse('step_missing', 'Nothing is selected.')
  const layout: readonly [string, Json][] = after.value.layout === undefined ? [] : [['layout', after.value.layout]]
  const fragment = rewrite(before, Object.fromEntries([['steps', kept], ...layout]))
  return fragment.ok ? { ok: true, text: fromFirstKey(fragment.source) } : fragment
}

function withRoutes(step: JsonObject, before: Source): JsonObject {
  const { routes } = findStep(before.value, nameOf(step) ?? '') ?? {}
  return step.type === 'DECISION' && routes !== undefined ? withKey(step, 'routes', routes) : step
}

/** What stands above the first key is about the whole file. */
function fromFirstKey({ text, root }: Source): string {
  return `${text.slice(entriesOf(text, root)[0]?.start).trimEnd()}\n`
}

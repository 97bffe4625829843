import { isJsonObject, type JsonObject } from '#core/json.ts'
import { applyEdit } from './apply-edit.ts'
import { type EditRefusal, refuse } from './edit.ts'
import { stepsOf, withKey } from './edits/raw-step.ts'
import { startOf } from './text/geometry.ts'
import { rewrite } from './text/rewrite.ts'
import { openSource, type Source } from './text/source.ts'
import { withoutSecrets } from './without-secrets.ts'

export interface Fragment {
  readonly ok: true
  /** `steps:` and `layout:` as YAML, with comments; what `paste_steps` takes, and a text editor too. */
  readonly text: string
  /** Names of the fields whose secrets were left out. */
  readonly secrets: readonly string[]
}

/**
 * The clipboard's form of some steps: the text without everything else, so that
 * they keep their comments and exactly the edges that join them. A DECISION
 * keeps all its routes: pasting drops those that lead nowhere. Secrets stay
 * behind: a clipboard is read by every program.
 */
export function copyFragment(text: string, steps: readonly string[]): Fragment | EditRefusal {
  let secrets: readonly string[] = []
  const fragment = stepFragment(text, steps, (root) => {
    const cleaned = withoutSecrets(root)
    secrets = cleaned.left
    return cleaned.root
  })
  return fragment.ok ? { ...fragment, secrets } : fragment
}

/** Some steps with everything that is written in them. */
export function stepFragment(
  text: string,
  steps: readonly string[],
  change = (root: JsonObject): JsonObject => root,
): Pick<Fragment, 'ok' | 'text'> | EditRefusal {
  const before = openSource(text)
  if (!before.ok) return before
  const originals = stepsOf(before.value).filter(isJsonObject)
  const others = originals.map((step) => String(step.name)).filter((name) => !steps.includes(name))
  const after = others.length === 0 ? before : withoutSteps(text, others)
  if (!after.ok) return after
  const routes = new Map(originals.map((step) => [step.name, step.routes]))
  const kept = stepsOf(after.value)
    .filter(isJsonObject)
    .map((step) => (step.type === 'DECISION' ? withKey(step, 'routes', routes.get(step.name)) : step))
  if (kept.length === 0) return refuse('step_missing', 'Nothing is selected.')
  const wanted = withKey({ steps: kept }, 'layout', after.value.layout)
  const fragment = rewrite(before, change(wanted))
  return fragment.ok ? { ok: true, text: fromFirstKey(fragment.source) } : fragment
}

function withoutSteps(text: string, steps: readonly string[]): Source | EditRefusal {
  const result = applyEdit(text, { type: 'remove_steps', steps })
  return result.ok ? openSource(result.text) : result
}

/** What stands above the first key is about the whole file. */
function fromFirstKey({ text, root }: Source): string {
  if (root.flow === true) return text
  return `${text.slice(startOf(root)).trimEnd()}\n`
}

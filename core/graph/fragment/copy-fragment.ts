import type { Step } from '#core/definition/definition.ts'
import { innerLists } from '#core/definition/inner-lists.ts'
import { parse } from '#core/definition/parse.ts'
import { isJsonObject, type JsonObject } from '#core/json.ts'
import { applyEdit } from '../apply-edit.ts'
import { type EditRefusal, type FieldPath, refuse } from '../edit.ts'
import { unplace } from '../edits/layout/positions.ts'
import { textOfNotes, writtenNotes } from '../edits/notes/free-notes.ts'
import { nameOf, stepsOf, withKey } from '../edits/raw/raw-step.ts'
import { headerEnd } from '../notes.ts'
import { startOf } from '../text/geometry.ts'
import { innerText } from '../text/inner-text.ts'
import { jsonEqual } from '../text/json-equal.ts'
import { rewrite } from '../text/rewrite/rewrite.ts'
import { openSource, type Source } from '../text/source.ts'
import { withoutSecrets } from './without-secrets.ts'

export interface Fragment {
  readonly ok: true
  /** `steps:` and `layout:` as YAML, with comments: the form that `paste_steps` and text editors take. */
  readonly text: string
  /** Names of the fields whose secrets were left out. */
  readonly secrets: readonly string[]
}

/**
 * The clipboard form of some steps: the text without everything else, so that the steps keep their comments and the
 * edges among them. A DECISION keeps all its routes: pasting drops routes without a target. Secrets are left out,
 * because every program can read the clipboard. Steps of a LOOP's body are copied like any others, and form one list
 * with steps from outside. Free notes are copied with the steps, or alone.
 */
export function copyFragment(
  text: string,
  steps: readonly string[],
  notes: readonly string[] = [],
): Fragment | EditRefusal {
  const secrets = new Set<string>()
  const withoutThem = (root: JsonObject) => {
    const cleaned = withoutSecrets(root)
    for (const name of cleaned.left) secrets.add(name)
    return cleaned.root
  }
  const sheets = writtenNotes(text, notes)
  const lists = steps.length === 0 && sheets.size > 0 ? [] : listsOf(text, steps)
  const parts = lists.map((list) => stepFragment(list.text, list.steps, withoutThem))
  if (sheets.size > 0) parts.push({ ok: true, text: textOfNotes(sheets, parse(text).layout) })
  let joined = ''
  for (const part of parts) {
    const all = part.ok && joined !== '' ? applyEdit(joined, { type: 'paste_steps', fragment: part.text }) : part
    if (!all.ok) return all
    joined = all.text
  }
  return { ok: true, text: joined, secrets: [...secrets] }
}

/** Steps of one list, and a text in which this list is the workflow's own. */
interface ListOfSteps {
  readonly text: string
  readonly steps: readonly string[]
}

/** The steps grouped by the lists that hold them. A step inside another copied step comes with that step. */
function listsOf(text: string, steps: readonly string[]): readonly ListOfSteps[] {
  const wanted = new Set(steps)
  const source = openSource(text)
  const own = source.ok ? new Set(stepsOf(source.value).map(nameOf)) : wanted
  const { definition } = !source.ok || steps.every((name) => own.has(name)) ? nothing : parse(text)
  if (!source.ok || definition === null) return [{ text, steps }]
  const lists: ListOfSteps[] = []
  const visit = (list: readonly Step[], path: FieldPath) => {
    const names = list.flatMap(({ name }) => (wanted.has(name) ? [name] : []))
    if (names.length > 0) lists.push({ text: path.length === 1 ? text : innerText(source, path), steps: names })
    for (const [index, step] of list.entries()) {
      if (wanted.has(step.name)) continue
      for (const inner of innerLists(step)) visit(inner.steps, [...path, index, ...inner.path])
    }
  }
  visit(definition.steps, ['steps'])
  return lists.length === 0 ? [{ text, steps }] : lists
}

const nothing = { definition: null }

/** Some steps with their whole text. */
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
  const { layout } = unplace(after.value, new Set(writtenNotes(text).keys()))
  const wanted = withKey({ steps: kept }, 'layout', layout)
  const fragment = rewrite(before, change(wanted))
  return fragment.ok ? { ok: true, text: fromFirstKey(fragment.source) } : fragment
}

function withoutSteps(text: string, steps: readonly string[]): Source | EditRefusal {
  const result = applyEdit(text, { type: 'remove_steps', steps })
  return result.ok ? openSource(result.text) : result
}

/** A comment above the first key is about the whole file. */
function fromFirstKey({ text, root, value }: Source): string {
  if (root.flow === true) return text.slice(headerEnd(text))
  const whole = text.slice(startOf(root))
  const newline = whole.includes('\r\n') ? '\r\n' : '\n'
  const trimmed = openSource(whole.trimEnd() + newline)
  // A block scalar at the end may own the empty lines below it.
  return trimmed.ok && jsonEqual(trimmed.value, value) ? trimmed.text : whole
}

import { autocompletion, type Completion, type CompletionContext, startCompletion } from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { type EditorView, hoverTooltip, tooltips } from '@codemirror/view'
import { element } from '../expression/hover-card.ts'
import { type YamlNames, type YamlOption, yamlHover, yamlOptions } from './yaml-help.ts'
import { yamlPosition } from './yaml-position.ts'

/** Completion and hover of the YAML, by what the catalogue says of the place. */
export function yamlAssist(names: () => YamlNames): Extension {
  return [
    autocompletion({ override: [(context) => complete(context, names())], icons: false }),
    hoverTooltip(({ state }, position) => hover(state.doc.toString(), position)),
    // The panel with the text is low: what floats may stand out of it.
    tooltips({ position: 'fixed', parent: document.body }),
  ]
}

function complete(context: CompletionContext, names: YamlNames) {
  const position = yamlPosition(context.state.doc.toString(), context.pos)
  if (position === null || (position.word === '' && !context.explicit && !isBehindColon(context))) return null
  // All of the place: what is typed on narrows the list without asking again.
  const options = yamlOptions({ ...position, word: '' }, names).map(toCompletion)
  return options.length === 0 ? null : { from: position.from, options, validFor: /^[\w./-]*$/ }
}

/** Behind `key: ` the values are offered at once. */
const isBehindColon = ({ state, pos }: CompletionContext): boolean =>
  /[\w]: $/.test(state.sliceDoc(state.doc.lineAt(pos).from, pos))

function toCompletion({ label, detail, info, text }: YamlOption): Completion {
  return {
    label,
    detail,
    ...(info === '' ? {} : { info }),
    apply(view: EditorView, _completion: Completion, from: number, to: number) {
      // A key that has its colon already does not get another.
      const insert = /^\s*:/.test(view.state.sliceDoc(to, to + 3)) ? label : text
      view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: 'input' })
      if (insert.endsWith(': ')) startCompletion(view)
    },
  }
}

function hover(text: string, offset: number) {
  const isWord = (at: number) => /[\w./-]/.test(text[at] ?? '')
  if (!isWord(offset)) return null
  let [start, end] = [offset, offset]
  while (start > 0 && isWord(start - 1)) start -= 1
  while (isWord(end)) end += 1
  const position = yamlPosition(text, end)
  const found = position && yamlHover(position)
  if (!found) return null
  return { pos: start, end, above: true, create: () => ({ dom: card(found) }) }
}

function card({ title, detail, text }: NonNullable<ReturnType<typeof yamlHover>>): HTMLElement {
  const made = element('div', 'cm-hover-card')
  const head = made.appendChild(element('div', 'cm-hover-head'))
  head.appendChild(element('code', '', title))
  head.appendChild(element('span', 'cm-hover-type', detail))
  made.appendChild(element('div', 'cm-hover-text', text))
  return made
}

import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  startCompletion,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import { type EditorView, hoverTooltip, tooltips } from '@codemirror/view'
import type { ScopeTypes } from '#core/expression/check/types.ts'
import { expressionHover } from '#core/expression/complete/at-cursor.ts'
import { completionOptions } from '../expression/completion-options.ts'
import { completionsAt, expressionOf } from '../expression/expression-help.ts'
import { element, hoverCard } from '../expression/hover-card.ts'
import { type YamlExpression, yamlExpression } from './yaml/yaml-expression.ts'
import { yamlPosition } from './yaml/yaml-position.ts'
import { type YamlNames, type YamlOption, yamlHover, yamlOptions } from './yaml-help.ts'

/** The knowledge about the workflow of the text; computed on demand. */
export interface YamlKnowledge {
  /** The names that the text may use. */
  names(): YamlNames
  /** The types that the expressions of a step may read. */
  typesIn(step: string, hasSecrets: boolean): ScopeTypes | null
}

/** Completion and hover of the YAML: keys and names from the catalogue, expressions from the names that they may read. */
export function yamlAssist(known: YamlKnowledge): Extension {
  return [
    autocompletion({ override: [(context) => complete(context, known)], icons: false }),
    hoverTooltip(({ state }, position) => hover(state.doc.toString(), position, known)),
    // The panel with the text is low: what floats may stand out of it.
    tooltips({ position: 'fixed', parent: document.body }),
  ]
}

function complete(context: CompletionContext, known: YamlKnowledge): CompletionResult | null {
  const text = context.state.doc.toString()
  const expression = yamlExpression(text, context.pos)
  if (expression !== null) return completeExpression(context, expression, known)
  const position = yamlPosition(text, context.pos)
  if (position === null || (position.word === '' && !context.explicit && !isBehindColon(context))) return null
  // All of the place: what is typed on narrows the list without asking again.
  const options = yamlOptions({ ...position, word: '' }, known.names()).map(toCompletion)
  return options.length === 0 ? null : { from: position.from, options, validFor: /^[\w./-]*$/ }
}

function completeExpression(
  context: CompletionContext,
  expression: YamlExpression,
  known: YamlKnowledge,
): CompletionResult | null {
  const { kind, step, hasSecrets, text, cursor } = expression
  const word = context.matchBefore(/\w+/)
  const isAsked = context.explicit || word !== null || /(?:\.|: |["']|\{\{ ?)$/.test(lineBefore(context))
  const types = isAsked ? known.typesIn(step, hasSecrets) : null
  const found = types === null ? [] : completionsAt(kind, text, cursor, types)
  if (found.length === 0) return null
  return {
    from: word?.from ?? context.pos,
    options: completionOptions(found, expression),
    filter: false,
    update: (_result, _from, _to, next) => complete(next, known),
  }
}

const lineBefore = ({ state, pos }: CompletionContext): string => state.sliceDoc(state.doc.lineAt(pos).from, pos)

/** Behind `key: ` the values are offered at once. */
const isBehindColon = (context: CompletionContext): boolean => /[\w]: $/.test(lineBefore(context))

function toCompletion({ label, detail, info, signature, text }: YamlOption): Completion {
  return {
    label,
    detail,
    ...(signature === undefined ? (info === '' ? {} : { info }) : { info: () => signed(signature, info) }),
    apply(view: EditorView, _completion: Completion, from: number, to: number) {
      // A key that has its colon already does not get another.
      const insert = /^\s*:/.test(view.state.sliceDoc(to, to + 3)) ? label : text
      view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: 'input' })
      if (insert.endsWith(': ')) startCompletion(view)
    },
  }
}

function hover(text: string, offset: number, known: YamlKnowledge) {
  const expression = yamlExpression(text, offset)
  if (expression !== null) return hoverInExpression(expression, known)
  const isWord = (at: number) => /[\w./-]/.test(text[at] ?? '')
  if (!isWord(offset)) return null
  let [start, end] = [offset, offset]
  while (start > 0 && isWord(start - 1)) start -= 1
  while (isWord(end)) end += 1
  const position = yamlPosition(text, end)
  const found = position && yamlHover(position, known.names())
  if (!found) return null
  return { pos: start, end, above: true, create: () => ({ dom: card(found) }) }
}

function hoverInExpression(expression: YamlExpression, known: YamlKnowledge) {
  const { kind, step, hasSecrets, text, cursor, toSource } = expression
  const inner = expressionOf(kind, text, cursor)
  const types = inner && known.typesIn(step, hasSecrets)
  const found = types && expressionHover(inner.source, cursor - inner.start, types)
  if (!found) return null
  const at = (place: number) => toSource(inner.start + place)
  return {
    pos: at(found.range.start),
    end: at(found.range.end),
    above: true,
    create: () => ({ dom: hoverCard(found) }),
  }
}

function card({ title, detail, signature, text }: NonNullable<ReturnType<typeof yamlHover>>): HTMLElement {
  const made = element('div', 'cm-hover-card')
  const head = made.appendChild(element('div', 'cm-hover-head'))
  head.appendChild(element('code', '', title))
  head.appendChild(element('span', 'cm-hover-type', detail))
  made.appendChild(signature === undefined ? element('div', 'cm-hover-text', text) : signed(signature, text))
  return made
}

/** The signature of a function, and its comment below. */
function signed(signature: string, text: string): HTMLElement {
  const made = element('div', 'cm-signed')
  made.appendChild(element('code', '', signature))
  if (text !== '') made.appendChild(element('div', 'cm-hover-text', text))
  return made
}

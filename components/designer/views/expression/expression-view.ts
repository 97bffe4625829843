import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeCompletion,
  completionKeymap,
  completionStatus,
} from '@codemirror/autocomplete'
import { standardKeymap } from '@codemirror/commands'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { EditorState, Prec } from '@codemirror/state'
import { EditorView, hoverTooltip, keymap, placeholder, tooltips } from '@codemirror/view'
import type { ScopeTypes } from '#core/expression/check/types.ts'
import { expressionHover } from '#core/expression/complete/at-cursor.ts'
import { slashOpensValues, writtenValue } from '../../algorithms/values/available-values.ts'
import { designerTexts } from '../../texts/designer.ts'
import { documentHistory } from '../text/document-history.ts'
import { withCode } from '../text/with-code.ts'
import { completionOptions } from './completion-options.ts'
import { completionsAt, type ExpressionKind, expressionOf, findingsOf } from './expression-help.ts'
import { expressionTheme } from './expression-theme.ts'
import { type FieldView, fieldView, fromOutside } from './field-view.ts'
import { hoverCard } from './hover-card.ts'
import { valueChips } from './value-chips.ts'

export interface ExpressionPorts {
  readonly kind: ExpressionKind
  /** The types known at the expression, for completion and hover; computed on demand. */
  types(): ScopeTypes | null
  /** The types without function results: only certain types cause errors. */
  certainTypes(): ScopeTypes | null
  typed(text: string): void
  entered(): void
  left(): void
  /** Enter and Escape, where they are not the completion's; without it they do nothing. */
  key?(key: LineKey): void
  /** A `/` has asked for a value, at this place in the window. */
  slash(at: { readonly left: number; readonly top: number }): void
  undo(): void
  redo(): void
}

export type LineKey = 'enter' | 'escape'

export interface ExpressionAttributes {
  readonly label: string
  readonly placeholder: string
}

/** The delay of error marks after a keystroke. */
const markDelayMs = 120

/** A small CodeMirror for one expression: completion, hover and marks of what is wrong, as one types. */
export function createExpressionView(
  parent: HTMLElement,
  initial: string,
  { label, placeholder: example }: ExpressionAttributes,
  ports: ExpressionPorts,
): FieldView {
  // Types are those of the whole workflow, found anew after each change of it: not between a key and its letter.
  let marking: ReturnType<typeof setTimeout> | undefined
  // The cursor of a field without a focus so far is at the beginning; a picked value is appended at the end.
  let isFresh = true
  let isReplaced = false
  const markSoon = (editor: EditorView) => {
    clearTimeout(marking)
    marking = setTimeout(() => mark(editor, ports), markDelayMs)
  }
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: initial,
      extensions: [
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
        placeholder(example),
        closeBrackets(),
        autocompletion({
          override: [(context) => complete(context, ports)],
          icons: false,
          aboveCursor: false,
          // Its own would take an Escape for a list that is only on its way.
          defaultKeymap: false,
        }),
        // The column of fields cuts off what sticks out of it. Behind a dialog nothing could be clicked.
        tooltips({ position: 'fixed', parent: parent.closest<HTMLElement>('[role="dialog"]') ?? document.body }),
        hoverTooltip((editor, position) => hover(editor.state.doc.toString(), position, ports)),
        documentHistory(ports),
        Prec.high(keymap.of([...ownKeys(ports), { key: '/', run: (editor) => asked(editor, ports) }])),
        valueChips(ports.kind.form),
        keymap.of([...completionKeymap, ...standardKeymap]),
        expressionTheme,
        EditorView.domEventHandlers({
          focus: () => {
            isFresh = false
            ports.entered()
          },
          // A view that another one replaces, as when its example changes, loses the focus without being left.
          blur: () => {
            if (!isReplaced) ports.left()
          },
        }),
        EditorView.updateListener.of((update) => {
          if (!update.docChanged) return
          markSoon(update.view)
          const ours = update.transactions.some((transaction) => transaction.annotation(fromOutside))
          if (!ours) ports.typed(update.state.doc.toString())
        }),
      ],
    }),
  })
  markSoon(view)
  return {
    ...fieldView(view, () => {
      isReplaced = true
      clearTimeout(marking)
    }),
    insertValue(path) {
      if (isFresh) view.dispatch({ selection: { anchor: view.state.doc.length } })
      insertValue(view, path, ports.kind.form)
    },
  }
}

/** A `/` where a value can begin opens the list of values; the character stays until one is chosen. */
function asked(view: EditorView, ports: ExpressionPorts): boolean {
  const { from, to } = view.state.selection.main
  if (!slashOpensValues(ports.kind.form, view.state.doc.sliceString(0, from))) return false
  view.dispatch({ changes: { from, to, insert: '/' }, selection: { anchor: from + 1 }, userEvent: 'input.type' })
  const { left, bottom } = view.coordsAtPos(from) ?? view.dom.getBoundingClientRect()
  ports.slash({ left, top: bottom })
  return true
}

function insertValue(view: EditorView, path: string, form: ExpressionKind['form']): void {
  const { from: cursor, to } = view.state.selection.main
  const text = view.state.doc.toString()
  const isAsked = text[cursor - 1] === '/' && slashOpensValues(form, text.slice(0, cursor - 1))
  const from = isAsked ? cursor - 1 : cursor
  const before = text.slice(0, from)
  const insert = writtenValue(path, form, before.lastIndexOf('{{') > before.lastIndexOf('}}'))
  view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, userEvent: 'input' })
  view.focus()
}

/** An expression is one line: Enter takes a completion and breaks no line. */
function ownKeys(ports: ExpressionPorts) {
  const done = (perform: () => void) => () => {
    perform()
    return true
  }
  return [
    { key: 'Enter', run: (view: EditorView) => takesCompletion(view) || done(() => entered(view, ports))() },
    { key: 'Escape', run: (view: EditorView) => letGo(view, ports) },
    { key: 'Tab', run: acceptCompletion },
  ]
}

/** A completion that changes nothing does not count: the completed word is already there. */
function takesCompletion(view: EditorView): boolean {
  const before = view.state.doc
  return acceptCompletion(view) && !view.state.doc.eq(before)
}

/** Enter closes the completion list: its options would come too late. */
function entered(view: EditorView, { key }: ExpressionPorts): void {
  closeCompletion(view)
  key?.('enter')
}

/** Escape closes the list first, then the expression's container. */
function letGo(view: EditorView, { key }: ExpressionPorts): boolean {
  if (completionStatus(view.state) === 'active' || key === undefined) return false
  key('escape')
  return true
}

function complete(context: CompletionContext, ports: ExpressionPorts): CompletionResult | null {
  const types = ports.types()
  const text = context.state.doc.toString()
  const word = context.matchBefore(/\w*/)
  const isAsked = context.explicit || (word !== null && word.text !== '') || text[context.pos - 1] === '.'
  if (types === null || !isAsked) return null
  const found = completionsAt(ports.kind, text, context.pos, types)
  if (found.length === 0) return null
  return {
    from: word?.from ?? context.pos,
    options: completionOptions(found),
    filter: false,
    // Within the key itself: an option that is shown can be taken at any time.
    update: (_result, _from, _to, next) => complete(next, ports),
  }
}

function hover(text: string, position: number, ports: ExpressionPorts) {
  const types = ports.types()
  const inner = expressionOf(ports.kind, text, position)
  if (types === null || inner === null) return null
  const found = expressionHover(inner.source, position - inner.start, types)
  if (found === null) return null
  const { start, end } = found.range
  return { pos: start + inner.start, end: end + inner.start, create: () => ({ dom: hoverCard(found) }) }
}

function mark(view: EditorView, ports: ExpressionPorts): void {
  const types = ports.certainTypes()
  const { doc } = view.state
  const findings = types === null ? [] : findingsOf(ports.kind, doc.toString(), types)
  const diagnostics = findings.map(({ range, severity, message, fix }): Diagnostic => {
    const action = fix && {
      name: designerTexts.changeTo(fix.text),
      apply: (editor: EditorView) =>
        editor.dispatch({ changes: { from: fix.range.start, to: fix.range.end, insert: fix.text } }),
    }
    const from = Math.min(range.start, doc.length)
    const to = Math.min(Math.max(range.end, from), doc.length)
    return {
      from,
      to,
      severity,
      message,
      renderMessage: () => withCode(message),
      ...(action ? { actions: [action] } : {}),
    }
  })
  view.dispatch(setDiagnostics(view.state, diagnostics))
}

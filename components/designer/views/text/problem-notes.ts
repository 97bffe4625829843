import { type Diagnostic, forEachDiagnostic, setDiagnosticsEffect } from '@codemirror/lint'
import { type EditorState, type Extension, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, WidgetType } from '@codemirror/view'
import { firstSentence } from './first-sentence.ts'
import { withCode } from './with-code.ts'

/** The message of a problem after its line. The first sentence names the problem; a tooltip has the rest. */
class ProblemNote extends WidgetType {
  readonly message: string
  readonly severity: string
  constructor(message: string, severity: string) {
    super()
    this.message = message
    this.severity = severity
  }
  override eq(other: ProblemNote): boolean {
    return other.message === this.message && other.severity === this.severity
  }
  override toDOM(): HTMLElement {
    const note = document.createElement('span')
    note.className = `cm-problem-note cm-problem-${this.severity}`
    note.append(withCode(firstSentence(this.message)))
    note.title = this.message
    return note
  }
  override ignoreEvent(): boolean {
    return false
  }
}

const notes = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, transaction) {
    if (transaction.effects.some((effect) => effect.is(setDiagnosticsEffect))) return notesOf(transaction.state)
    return current.map(transaction.changes)
  },
  provide: (field) => EditorView.decorations.from(field),
})

const weight: Record<string, number> = { error: 0, warning: 1, info: 2, hint: 3 }

function notesOf(state: EditorState): DecorationSet {
  const worstByLine = new Map<number, Diagnostic>()
  forEachDiagnostic(state, (diagnostic, from) => {
    const { to } = state.doc.lineAt(from)
    const known = worstByLine.get(to)
    if (known === undefined || (weight[diagnostic.severity] ?? 3) < (weight[known.severity] ?? 3)) {
      worstByLine.set(to, diagnostic)
    }
  })
  const decorations = [...worstByLine].map(([at, { message, severity }]) =>
    Decoration.widget({ widget: new ProblemNote(message, severity), side: 1 }).range(at),
  )
  return Decoration.set(decorations, true)
}

/**
 * Shows the worst problem of every line at its end, as the gutter only says that there is one; a click on either chooses
 * it, by where its line is.
 */
export function problemNotes(choose: (line: { readonly from: number; readonly to: number }) => void): Extension {
  const isIn = (event: MouseEvent, place: string) => event.target instanceof HTMLElement && event.target.closest(place)
  const clicks = EditorView.domEventHandlers({
    mousedown(event, view) {
      const note = isIn(event, '.cm-problem-note')
      if (!note) return false
      choose(view.state.doc.lineAt(view.posAtDOM(note)))
      return true
    },
  })
  // The gutter lies outside the element whose events the editor handles.
  const marks = ViewPlugin.define((view) => {
    const clicked = (event: MouseEvent) => {
      if (isIn(event, '.cm-lint-marker')) choose(view.lineBlockAtHeight(event.clientY - view.documentTop))
    }
    view.dom.addEventListener('click', clicked)
    return { destroy: () => view.dom.removeEventListener('click', clicked) }
  })
  return [notes, clicks, marks]
}

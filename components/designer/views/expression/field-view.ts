import { Annotation } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Marks what comes from the document, so that it is not reported back as typing. */
export const fromOutside = Annotation.define<boolean>()

/** A CodeMirror that behaves like a text field of a form. */
export interface FieldView {
  readonly dom: HTMLElement
  setText(text: string): void
  /** Links of the editable element to the words around it. */
  setAria(aria: { readonly id: string; readonly describedBy: string | undefined; readonly invalid: boolean }): void
  focus(): void
  /** Puts a value where the cursor is, in the place of a `/` that asked for it. */
  insertValue?(path: string): void
  /** The focus, with all of the text selected. */
  begin(): void
  destroy(): void
}

export function fieldView(view: EditorView, destroyed: () => void = () => undefined): FieldView {
  return {
    dom: view.contentDOM,
    setText(text) {
      const shown = view.state.doc.toString()
      if (text === shown) return
      view.dispatch({ changes: { from: 0, to: shown.length, insert: text }, annotations: fromOutside.of(true) })
    },
    setAria({ id, describedBy, invalid }) {
      const { contentDOM } = view
      contentDOM.id = id
      contentDOM.setAttribute('aria-invalid', String(invalid))
      if (describedBy === undefined) contentDOM.removeAttribute('aria-describedby')
      else contentDOM.setAttribute('aria-describedby', describedBy)
    },
    focus: () => view.focus(),
    begin() {
      view.focus()
      view.dispatch({ selection: { anchor: 0, head: view.state.doc.length } })
    },
    destroy() {
      destroyed()
      view.destroy()
    },
  }
}

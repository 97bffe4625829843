import { javascript } from '@codemirror/lang-javascript'
import { Compartment, EditorState, type StateEffect } from '@codemirror/state'
import { Decoration, EditorView, lineNumbers } from '@codemirror/view'
import { codeHighlight } from './code-highlight.ts'

/** A CodeMirror that only shows a text of TypeScript. */
export interface ShownCode {
  /** Marks a line, from 1, and brings it into view; null, or a line that the text does not have, marks none. */
  mark(line: number | null): void
  remove(): void
}

/** Shows TypeScript with its line numbers. `label`: the name of the text for screen readers. */
export function showCode(parent: HTMLElement, text: string, label: string): ShownCode {
  const marks = new Compartment()
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        javascript({ typescript: true }),
        lineNumbers(),
        EditorState.readOnly.of(true),
        EditorView.editable.of(false),
        EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
        marks.of([]),
        codeHighlight,
        theme,
      ],
    }),
  })
  return {
    mark(line) {
      const { doc } = view.state
      if (line === null || line < 1 || line > doc.lines) return view.dispatch({ effects: marks.reconfigure([]) })
      const { from } = doc.line(line)
      const decorations = EditorView.decorations.of(Decoration.set([markedLine.range(from)]))
      const effects: StateEffect<unknown>[] = [
        marks.reconfigure(decorations),
        EditorView.scrollIntoView(from, { y: 'center' }),
      ]
      view.dispatch({ effects })
    },
    remove: () => view.destroy(),
  }
}

const markedLine = Decoration.line({ class: 'cm-waits' })

const theme = EditorView.theme({
  '&.cm-editor': { height: '100%', fontSize: '12px', backgroundColor: 'var(--color-surface)' },
  '.cm-scroller': {
    overflow: 'auto',
    fontFamily: 'var(--font-mono)',
    lineHeight: '19px',
    // Code is shown as it is typed: no ≥ for >=.
    fontVariantLigatures: 'none',
  },
  '.cm-gutters': { backgroundColor: 'var(--color-surface)', color: 'var(--color-faint)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 12px', minWidth: '32px' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-waits': {
    backgroundColor: 'color-mix(in srgb, var(--color-human) 14%, transparent)',
    boxShadow: 'inset 3px 0 0 var(--color-human)',
  },
})

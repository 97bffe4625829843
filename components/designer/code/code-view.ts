import { javascript } from '@codemirror/lang-javascript'
import { EditorState } from '@codemirror/state'
import { EditorView, lineNumbers } from '@codemirror/view'
import { codeHighlight } from '#components/ui/code/code-highlight.ts'

/** A CodeMirror that only shows: TypeScript with its line numbers. Returns the function that removes it. */
export function showCode(parent: HTMLElement, text: string, label: string): () => void {
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
        codeHighlight,
        theme,
      ],
    }),
  })
  return () => view.destroy()
}

const theme = EditorView.theme({
  '&.cm-editor': { height: '100%', fontSize: '12px', backgroundColor: 'var(--color-surface)' },
  '.cm-scroller': { overflow: 'auto', fontFamily: 'var(--font-mono)' },
  '.cm-gutters': { backgroundColor: 'var(--color-surface)', color: 'var(--color-faint)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 4px 0 12px', minWidth: '32px' },
  '.cm-line': { padding: '0 12px 0 6px' },
})

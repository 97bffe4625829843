import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { popupTheme } from '#components/ui/code/popup-theme.ts'

/** Looks like a text field of the app; the frame around it is its parent's. */
const fieldTheme = EditorView.theme({
  '&.cm-editor': { backgroundColor: 'transparent', color: 'var(--color-ink)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    lineHeight: '18px',
    fontVariantLigatures: 'none',
    overflowX: 'hidden',
    maxHeight: '180px',
  },
  '.cm-content': { padding: '5px 0', caretColor: 'var(--color-ink)' },
  '.cm-line': { padding: '0 9px' },
  '.cm-placeholder': { color: 'var(--color-faint)' },
})

export const expressionTheme: Extension = [fieldTheme, popupTheme]

import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { codeHighlight } from './code-highlight.ts'
import { popupTheme } from './popup-theme.ts'

/** The editor in the app's own colours: variables only, so that light and dark need no second theme. */
// Popups have a box of their own beside the page, and get the classes of the theme: `&.cm-editor` is the text alone.
const theme = EditorView.theme({
  '&.cm-editor': {
    height: '100%',
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-ink)',
    fontSize: '12px',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '19px', fontVariantLigatures: 'none' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--color-ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--color-ink)' },
  '.cm-gutters': { backgroundColor: 'var(--color-surface)', color: 'var(--color-faint)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 8px 0 6px' },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': {
    width: '8px',
    height: '8px',
    margin: '5px 2px',
    borderRadius: '4px',
    content: 'none',
    cursor: 'pointer',
  },
  '.cm-lint-marker-error': { backgroundColor: 'var(--color-failed)', content: 'none' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--color-human)', content: 'none' },
  '.cm-lint-marker-info': { backgroundColor: 'var(--color-active)', content: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--color-hover) 60%, transparent)' },
  '.cm-step-line': { backgroundColor: 'var(--color-accent-soft)' },
  '.cm-step-gutter': { backgroundColor: 'var(--color-accent-soft)', color: 'var(--color-muted)' },
  // The text on the lines of a selected step has just enough contrast: a field within adds no second background.
  '.cm-field-line': { backgroundColor: 'var(--color-accent-soft)', boxShadow: 'inset 3px 0 var(--color-accent)' },
  '.cm-field-gutter': { backgroundColor: 'var(--color-accent-soft)', color: 'var(--color-accent)', fontWeight: '700' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection':
    { backgroundColor: 'color-mix(in srgb, var(--color-accent) 26%, transparent)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--color-human-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--color-human-soft)', outline: '1px solid var(--color-human)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--color-accent-soft)', outline: '1px solid var(--color-accent)' },
  '.cm-problem-note': { fontFamily: 'var(--font-sans)', paddingLeft: '28px', fontSize: '11.5px', cursor: 'pointer' },
  '.cm-problem-note code': { fontFamily: 'var(--font-mono)', fontSize: '11px' },
  '.cm-problem-note:hover': { textDecoration: 'underline' },
  '.cm-problem-error': { color: 'var(--color-failed)' },
  '.cm-problem-warning': { color: 'var(--color-human)' },
  '.cm-problem-info': { color: 'var(--color-active)' },
  '.cm-panels': { backgroundColor: 'var(--color-sunken)', color: 'var(--color-ink)', borderColor: 'var(--color-line)' },
  '.cm-panel.cm-search': { padding: '6px 10px', fontFamily: 'var(--font-sans)', fontSize: '12px' },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', gap: '4px', fontSize: '12px' },
  '.cm-panel.cm-search [name=close]': { width: '24px', height: '24px', fontSize: '18px', color: 'var(--color-muted)' },
  '.cm-textfield': {
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-ink)',
    border: '1px solid var(--color-thread)',
    borderRadius: 'var(--radius-s)',
    fontSize: '12px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-ink)',
    border: '1px solid var(--color-line-strong)',
    borderRadius: 'var(--radius-s)',
    fontSize: '12px',
  },
  '.cm-foldGutter .cm-gutterElement': { color: 'var(--color-faint)', cursor: 'pointer' },
  '.cm-foldPlaceholder': {
    backgroundColor: 'var(--color-hover)',
    border: 'none',
    color: 'var(--color-muted)',
    padding: '0 4px',
  },
})

export const yamlTheme: Extension = [theme, popupTheme, codeHighlight]

import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/** The editor in the app's own colours: variables only, so that light and dark need no second theme. */
const theme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--text)', fontSize: '12px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '19px', fontVariantLigatures: 'none' },
  '.cm-content': { padding: '6px 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--faint)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '36px', padding: '0 8px 0 6px' },
  '.cm-gutter-lint': { width: '12px' },
  '.cm-gutter-lint .cm-gutterElement': { padding: '0' },
  '.cm-lint-marker': { width: '8px', height: '8px', margin: '5px 2px', borderRadius: '4px', content: 'none' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--s-failed)', content: 'none' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--s-human)', content: 'none' },
  '.cm-lint-marker-info': { backgroundColor: 'var(--s-active)', content: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--hover) 60%, transparent)' },
  '.cm-step-line': { backgroundColor: 'var(--accent-soft)' },
  '.cm-step-gutter': { backgroundColor: 'var(--accent-soft)', color: 'var(--muted)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground, .cm-content ::selection':
    { backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--s-human-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--s-human-soft)', outline: '1px solid var(--s-human)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--s-failed)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--s-human)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-info': { backgroundImage: 'none', textDecoration: 'underline dotted var(--s-active)' },
  '.cm-problem-note': { fontFamily: 'var(--font)', paddingLeft: '28px', fontSize: '11.5px' },
  '.cm-problem-error': { color: 'var(--s-failed)' },
  '.cm-problem-warning': { color: 'var(--s-human)' },
  '.cm-problem-info': { color: 'var(--s-active)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r-m)',
    boxShadow: 'var(--shadow-2)',
    fontFamily: 'var(--font)',
    fontSize: '12px',
    overflow: 'hidden',
  },
  '.cm-diagnostic': { padding: '6px 10px', border: 'none' },
  '.cm-diagnosticAction': {
    margin: '0 0 0 10px',
    padding: '1px 8px',
    borderRadius: 'var(--r-s)',
    backgroundColor: 'var(--accent)',
    color: 'var(--on-accent)',
    font: 'inherit',
  },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--text)', borderColor: 'var(--line)' },
  '.cm-panel.cm-search': { padding: '6px 10px', fontFamily: 'var(--font)', fontSize: '12px' },
  '.cm-panel.cm-search label': { fontSize: '12px' },
  '.cm-textfield': {
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r-s)',
    fontSize: '12px',
  },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    color: 'var(--text)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--r-s)',
    fontSize: '12px',
  },
  '.cm-foldGutter .cm-gutterElement': { color: 'var(--faint)', cursor: 'pointer' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--hover)', border: 'none', color: 'var(--muted)', padding: '0 4px' },
})

const highlight = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--s-done)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--s-child)' },
  { tag: tags.comment, color: 'var(--faint)' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace, tags.meta], color: 'var(--muted)' },
])

export const yamlTheme: Extension = [theme, syntaxHighlighting(highlight)]

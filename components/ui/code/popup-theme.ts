import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'

/**
 * The theme of popups above a text and of marks for errors in it, shared by the YAML editor and the expression editors.
 */
export const popupTheme: Extension = EditorView.theme({
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--color-failed)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-warning': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--color-human)',
    textUnderlineOffset: '3px',
  },
  '.cm-lintRange-info': { backgroundImage: 'none', textDecoration: 'underline dotted var(--color-active)' },
  '.cm-tooltip, &.cm-tooltip': {
    backgroundColor: 'var(--color-surface)',
    color: 'var(--color-ink)',
    border: '1px solid var(--color-line-strong)',
    borderRadius: 'var(--radius-m)',
    boxShadow: 'var(--shadow-high)',
    fontFamily: 'var(--font-sans)',
    fontSize: '12px',
    overflow: 'hidden',
    zIndex: '60',
  },
  // The description of an option is beside the list.
  '.cm-tooltip.cm-tooltip-autocomplete': { overflow: 'visible' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: 'var(--font-mono)',
    fontSize: '12px',
    maxHeight: '224px',
    minWidth: '200px',
    padding: '4px',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
    display: 'flex',
    gap: '12px',
    padding: '3px 8px',
    lineHeight: '18px',
    borderRadius: 'var(--radius-s)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--color-accent-soft)',
    color: 'var(--color-ink)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionLabel': { flex: '1', whiteSpace: 'nowrap' },
  '.cm-completionDetail': {
    margin: '0',
    color: 'var(--color-muted)',
    fontStyle: 'normal',
    fontFamily: 'var(--font-sans)',
    fontSize: '11.5px',
  },
  '.cm-tooltip.cm-completionInfo': { padding: '8px 10px', maxWidth: '260px', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic': { padding: '6px 10px', border: 'none', maxWidth: '360px' },
  '.cm-diagnosticText': { marginRight: '10px' },
  '.cm-diagnosticText code': { fontFamily: 'var(--font-mono)', fontSize: '11.5px' },
  '.cm-diagnosticAction': {
    margin: '2px 6px 2px 0',
    padding: '1px 8px',
    borderRadius: 'var(--radius-s)',
    backgroundColor: 'var(--color-accent)',
    color: 'var(--color-on-accent)',
    font: 'inherit',
  },
  '.cm-hover-card': { display: 'grid', gap: '3px', padding: '7px 10px', maxWidth: '360px' },
  '.cm-hover-head, .cm-hover-field': { display: 'flex', gap: '10px', alignItems: 'baseline' },
  '.cm-hover-head > code': { fontFamily: 'var(--font-mono)', fontWeight: '600' },
  '.cm-hover-field > code': { fontFamily: 'var(--font-mono)', paddingLeft: '10px' },
  '.cm-hover-type': { color: 'var(--color-muted)' },
  '.cm-signed': { display: 'grid', gap: '4px' },
  '.cm-signed > code': { fontFamily: 'var(--font-mono)', fontSize: '11.5px', overflowWrap: 'anywhere' },
  '.cm-hover-text': { color: 'var(--color-muted)', whiteSpace: 'pre-wrap' },
})

import { javascript } from '@codemirror/lang-javascript'
import { yaml } from '@codemirror/lang-yaml'
import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, lineNumbers } from '@codemirror/view'
import { yamlTheme } from '#components/ui/code/yaml-theme.ts'
import { limits } from '#core/limits.ts'
import { diffTexts } from './texts/diff.ts'

export interface ShownDiff {
  readonly before: string
  readonly after: string
  readonly labels: readonly [string, string]
  readonly view: 'split' | 'unified'
  readonly language: 'yaml' | 'typescript'
}

/** The number of context lines around a change; longer unchanged stretches are folded until the reader opens them. */
const collapseUnchanged = { margin: 3, minSize: 8 } as const
const diffConfig = { scanLimit: limits.compare.edits, timeout: 1_000 } as const

/** Shows two texts in an element; the returned function removes the view. */
export function showTextDiff(parent: HTMLElement, { before, after, labels, view, language }: ShownDiff): () => void {
  const extensions = (label: string): Extension => [
    lineNumbers(),
    drawSelection(),
    language === 'yaml' ? yaml() : javascript({ typescript: true }),
    yamlTheme,
    diffTheme,
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
  ]
  if (view === 'split') {
    const shown = new MergeView({
      parent,
      a: { doc: before, extensions: extensions(labels[0]) },
      b: { doc: after, extensions: extensions(labels[1]) },
      collapseUnchanged,
      diffConfig,
      gutter: true,
    })
    return () => shown.destroy()
  }
  const shown = new EditorView({
    parent,
    doc: after,
    extensions: [
      extensions(diffTexts.comparedWith(labels[1], labels[0])),
      unifiedMergeView({ original: before, mergeControls: false, collapseUnchanged, diffConfig, gutter: true }),
    ],
  })
  return () => shown.destroy()
}

const soft = (colour: string, share: number) => `color-mix(in srgb, var(--color-${colour}) ${share}%, transparent)`

/** What changed within a line is underlined: a second tint behind it would leave too little contrast for coloured words. */
const diffTheme = EditorView.theme({
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: soft('failed', 10) },
  '&.cm-merge-b .cm-changedLine, .cm-changedLine, .cm-insertedLine': { backgroundColor: soft('done', 10) },
  '&.cm-merge-a .cm-changedText, .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    boxShadow: 'inset 0 -2px 0 var(--color-failed)',
  },
  '&.cm-merge-b .cm-changedText, .cm-changedText': {
    background: 'none',
    boxShadow: 'inset 0 -2px 0 var(--color-done)',
  },
  '&.cm-merge-a .cm-changedLineGutter, .cm-deletedLineGutter': { background: 'var(--color-failed)' },
  '&.cm-merge-b .cm-changedLineGutter, .cm-changedLineGutter': { background: 'var(--color-done)' },
  '.cm-collapsedLines': {
    background: 'var(--color-sunken)',
    color: 'var(--color-muted)',
    fontFamily: 'var(--font-sans)',
    fontSize: '12px',
    padding: '2px 10px',
    cursor: 'pointer',
    // The editor's own sign is missing in most fonts.
    '&:before, &:after': { content: '"…"' },
  },
})

import { type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'

/** The parts of a text that are chips: a value between braces, or the path of a value in an expression. */
export interface Chip {
  readonly from: number
  readonly to: number
  /** The characters at each end that only mark the value, as `{{ ` does. */
  readonly before: number
  readonly after: number
}

const inBraces = /\{\{(\s*)[A-Za-z_][\w.]*(?:\["[^"\n]*"\]|\.\w+)*(\s*)\}\}/g
const inExpression = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\b(?:input|state|steps|item|run)(?:\.\w+|\["[^"\n]*"\])+/g

/** The chips of a text. Longer expressions between braces stay text. */
export function chipsIn(form: 'expression' | 'template', text: string): readonly Chip[] {
  if (form === 'template') {
    return [...text.matchAll(inBraces)].map(({ index, 0: whole, 1: left = '', 2: right = '' }) => ({
      from: index,
      to: index + whole.length,
      before: 2 + left.length,
      after: 2 + right.length,
    }))
  }
  return [...text.matchAll(inExpression)]
    .filter(({ 0: whole }) => !/^["']/.test(whole))
    .map(({ index, 0: whole }) => ({ from: index, to: index + whole.length, before: 0, after: 0 }))
}

const chip = Decoration.mark({ class: 'cm-value-chip' })
const braces = Decoration.mark({ class: 'cm-value-braces' })

/** Values are drawn as chips. The text keeps its braces, which are seen where the cursor is in the chip. */
export function valueChips(form: 'expression' | 'template'): Extension {
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = decorationsOf(view, form)
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.selectionSet || update.focusChanged) {
          this.decorations = decorationsOf(update.view, form)
        }
      }
    },
    { decorations: ({ decorations }) => decorations },
  )
  return [plugin, chipTheme]
}

function decorationsOf(view: EditorView, form: 'expression' | 'template'): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>()
  const { from: cursor, to: end } = view.state.selection.main
  for (const { from, to, before, after } of chipsIn(form, view.state.doc.toString())) {
    const isEdited = view.hasFocus && end > from && cursor < to
    const hides = before > 0 && !isEdited
    if (hides) builder.add(from, from + before, braces)
    builder.add(hides ? from + before : from, hides ? to - after : to, chip)
    if (hides) builder.add(to - after, to, braces)
  }
  return builder.finish()
}

const chipTheme = EditorView.theme({
  '.cm-value-chip': {
    backgroundColor: 'var(--color-accent-soft)',
    color: 'var(--color-accent)',
    borderRadius: '4px',
    padding: '1px 4px',
    boxDecorationBreak: 'clone',
  },
  // The characters stay in the text: they are found, copied and read out, and take no room.
  '.cm-value-braces': { fontSize: '0' },
})

import { type EditorState, type Extension, RangeSet, StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'

/** Positions of the lines of the selected step, or null when no step is selected. */
export const showStepLines = StateEffect.define<{ readonly from: number; readonly to: number } | null>()

const line = Decoration.line({ class: 'cm-step-line' })
class StepGutterMarker extends GutterMarker {
  override readonly elementClass = 'cm-step-gutter'
}
const gutterMarker = new StepGutterMarker()

const lines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(current, transaction) {
    let next = current.map(transaction.changes)
    for (const effect of transaction.effects) {
      if (effect.is(showStepLines)) next = linesOf(transaction.state, effect.value)
    }
    return next
  },
  provide: (field) => EditorView.decorations.from(field),
})

const gutter = gutterLineClass.compute([lines], (state) => {
  const markers: ReturnType<typeof gutterMarker.range>[] = []
  state.field(lines).between(0, state.doc.length, (from) => {
    markers.push(gutterMarker.range(from))
  })
  return RangeSet.of(markers)
})

function linesOf(state: EditorState, range: { readonly from: number; readonly to: number } | null): DecorationSet {
  if (range === null) return Decoration.none
  const first = state.doc.lineAt(Math.min(range.from, state.doc.length)).number
  let last = state.doc.lineAt(Math.min(range.to, state.doc.length)).number
  while (last > first && state.doc.line(last).text.trim() === '') last -= 1
  const decorations: ReturnType<typeof line.range>[] = []
  for (let number = first; number <= last; number += 1) decorations.push(line.range(state.doc.line(number).from))
  return Decoration.set(decorations)
}

/** Marks the lines of the selected step, text and gutter alike. */
export const stepLines: Extension = [lines, gutter]

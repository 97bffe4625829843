import {
  type EditorState,
  type Extension,
  RangeSet,
  StateEffect,
  type StateEffectType,
  StateField,
} from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, GutterMarker, gutterLineClass } from '@codemirror/view'

/** Positions of the first and the last marked line, or null for none. */
export type Lines = { readonly from: number; readonly to: number } | null

interface MarkedLines {
  readonly show: StateEffectType<Lines>
  readonly extension: Extension
}

/** Lines that are marked from outside, in text and gutter, by their own class. */
function markedLines(name: string): MarkedLines {
  const show = StateEffect.define<Lines>()
  const decoration = Decoration.line({ class: `cm-${name}-line` })
  const marker = new (class extends GutterMarker {
    override readonly elementClass = `cm-${name}-gutter`
  })()
  const lines = StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(current, transaction) {
      let next = current.map(transaction.changes)
      for (const effect of transaction.effects) {
        if (effect.is(show)) next = linesOf(transaction.state, effect.value, decoration)
      }
      return next
    },
    provide: (field) => EditorView.decorations.from(field),
  })
  const gutter = gutterLineClass.compute([lines], (state) => {
    const markers: ReturnType<typeof marker.range>[] = []
    state.field(lines).between(0, state.doc.length, (from) => {
      markers.push(marker.range(from))
    })
    return RangeSet.of(markers)
  })
  return { show, extension: [lines, gutter] }
}

function linesOf(state: EditorState, range: Lines, decoration: Decoration): DecorationSet {
  if (range === null) return Decoration.none
  const first = state.doc.lineAt(Math.min(range.from, state.doc.length)).number
  let last = state.doc.lineAt(Math.min(range.to, state.doc.length)).number
  while (last > first && state.doc.line(last).text.trim() === '') last -= 1
  const decorations: ReturnType<typeof decoration.range>[] = []
  for (let number = first; number <= last; number += 1) decorations.push(decoration.range(state.doc.line(number).from))
  return Decoration.set(decorations)
}

/** The lines of the selected step. */
export const stepLines = markedLines('step')
/** The lines of the focused field. */
export const fieldLines = markedLines('field')

import type { Tone } from '#components/ui/layout/tone.ts'
import type { Bar, SpanList } from '../spans/spans.ts'
import type { Scale } from './axis.ts'

/** A piece of the strip that shows the whole run at once; in pixels. */
export interface StripPiece {
  readonly x: number
  readonly width: number
  readonly tone: Tone
  readonly isWait: boolean
}

const columnWidth = 2

/** The priority of a bar among all bars in one column. */
function weight({ tone, kind }: Bar): number {
  if (tone === 'failed') return 4
  if (kind === 'work') return tone === 'undone' ? 3 : 2
  return kind === 'wait' ? 1 : 0
}

/** The activity of a run over time, in as many pieces as a strip of this width can show. */
export function overviewStrip(list: SpanList, scale: Scale, now: number): readonly StripPiece[] {
  const columns: (Bar | undefined)[] = new Array(Math.ceil(scale.width / columnWidth))
  for (const { visits } of list.spans) {
    for (const { bars } of visits) {
      for (const bar of bars) {
        const last = Math.floor((scale.x(bar.to ?? now) - 0.01) / columnWidth)
        for (let column = Math.floor(scale.x(bar.from) / columnWidth); column <= last; column += 1) {
          const known = columns[column]
          if (known === undefined || weight(bar) > weight(known)) columns[column] = bar
        }
      }
    }
  }
  const pieces: StripPiece[] = []
  for (const [column, bar] of columns.entries()) {
    if (bar === undefined) continue
    const x = column * columnWidth
    const before = pieces.at(-1)
    const isWait = bar.kind === 'wait'
    if (before && before.x + before.width === x && before.tone === bar.tone && before.isWait === isWait) {
      pieces[pieces.length - 1] = { ...before, width: before.width + columnWidth }
    } else pieces.push({ x, width: columnWidth, tone: bar.tone, isWait })
  }
  return pieces
}

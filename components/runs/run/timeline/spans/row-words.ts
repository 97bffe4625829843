import { formatDuration } from '#components/ui/text/format-time.ts'
import { runTimelineTexts } from '../../../texts/run-timeline.ts'
import type { Row } from './rows.ts'
import type { Bar } from './spans.ts'

export interface RowWords {
  /** The time from the beginning of the first visit to the end of the last; empty before the first. */
  readonly took: string
  /** The description for screen readers and for the title. */
  readonly said: string
}

export function rowWords({ kind, label, visits, only }: Row, now: number): RowWords {
  if (kind === 'pending') return { took: '', said: runTimelineTexts.notStarted(label) }
  if (kind === 'reading') return { took: '…', said: runTimelineTexts.loading(label) }
  if (kind === 'unread') return { took: '', said: runTimelineTexts.collapseAndExpandItTo(label) }
  const last = visits.at(-1)
  const first = visits[0]
  if (first === undefined || last === undefined) return { took: '', said: label }
  const bar = only ?? last.bars.at(-1)
  const from = only?.from ?? first.from
  const to = only ? only.to : last.to
  const took = formatDuration((to ?? now) - from)
  const how = bar === undefined ? '' : stateOf(bar)
  const again = visits.length > 1 && only === null ? runTimelineTexts.visits(visits.length) : ''
  return { took, said: `${label}: ${how}, ${took}${to === null ? runTimelineTexts.soFar : ''}${again}` }
}

const ends: Partial<Record<Bar['tone'], string>> = {
  done: 'completed',
  failed: 'failed',
  undone: 'undone',
}

function stateOf({ tone, kind, label, to }: Bar): string {
  if (to === null) return label.charAt(0).toLowerCase() + label.slice(1)
  return kind === 'wait' || tone === 'child' ? `ended` : (ends[tone] ?? 'ended')
}

/** The title of a bar. */
export function barTitle({ label, from, to }: Bar, now: number, more: number): string {
  const said = `${label}: ${formatDuration((to ?? now) - from)}${to === null ? runTimelineTexts.soFar : ''}`
  return more === 0 ? said : runTimelineTexts.andMoreHere(said, more)
}

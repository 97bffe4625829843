'use client'

import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { runTimelineTexts } from '../../texts/run-timeline.ts'
import type { DescendantSelection } from '../use-selection.ts'
import type { View } from './axis/axis.ts'
import { useWheel } from './axis/use-wheel.ts'
import { leadsTo } from './spans/moves.ts'
import type { Row } from './spans/rows.ts'
import type { Visit } from './spans/spans.ts'
import { TimelineGrid, TimelineVeil } from './timeline-backdrop.tsx'
import { rowHeight, rowId, TimelineRow } from './timeline-row.tsx'
import { useSize } from './use-size.ts'

export interface TimelineRowsProps {
  rows: readonly Row[]
  view: View
  now: number
  critical: ReadonlySet<Visit>
  instant: number | null
  selected: string | null
  onSelect(step: string | null): void
  descendant: DescendantSelection | null
  onSelectDescendant(descendant: DescendantSelection): void
  onToggle(row: Row): void
  onZoomTo(row: Row): void
  /** Zooms around a place in the pane of the bars. */
  onZoomAt(factor: number, x: number): void
  onPan(pixels: number): void
}

/** Number of extra rows above and below the pane, so that scrolling shows no gap before they are drawn. */
const spare = 6
const guess = { width: 800, height: 400 }

/** Whether this row is the selected one; attempts and items are selected with their step. */
function isChosen(
  { kind, runId, step }: Row,
  selected: string | null,
  descendant: DescendantSelection | null,
): boolean {
  if (runId === null) return selected !== null && step === selected && (kind === 'step' || kind === 'pending')
  return runId === descendant?.runId && step === descendant.step && (kind === 'step' || kind === 'run')
}

/** The visible rows as a tree for keys and screen readers, drawn in a fixed number of elements. */
export function TimelineRows(props: TimelineRowsProps) {
  const { rows, view, now, critical, instant, selected, onSelect, descendant, onSelectDescendant } = props
  const { onToggle, onZoomTo, onZoomAt, onPan } = props
  const pane = useRef<HTMLDivElement>(null)
  const { height } = useSize(pane, guess)
  const [first, setFirst] = useState(0)
  const [active, setActive] = useState(0)
  const current = Math.min(active, rows.length - 1)
  useWheel(pane, onZoomAt, onPan)

  const reveal = useCallback((index: number) => {
    const scroller = pane.current
    if (scroller === null) return
    const top = index * rowHeight
    if (top < scroller.scrollTop) scroller.scrollTop = top
    const hidden = top + rowHeight - scroller.scrollTop - scroller.clientHeight
    if (hidden > 0) scroller.scrollTop += hidden
  }, [])
  // A selection made elsewhere, such as on the graph, is scrolled into view.
  const chosen = rows.findIndex((row) => isChosen(row, selected, descendant))
  useEffect(() => {
    if (chosen === -1) return
    reveal(chosen)
    setActive(chosen)
  }, [chosen, reveal])

  const choose = useCallback(
    (row: Row, index: number) => {
      setActive(index)
      if (row.runId !== null) onSelectDescendant({ runId: row.runId, step: row.step })
      else if (row.step !== null) onSelect(row.step)
    },
    [onSelect, onSelectDescendant],
  )
  const press = (event: KeyboardEvent) => {
    const row = rows[current]
    if (row === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
    if (event.key === 'Enter' || event.key === ' ') choose(row, current)
    else {
      const move = leadsTo(event.key, rows, current, Math.max(1, Math.floor(height / rowHeight) - 1))
      if (move === null) return
      if (move === 'toggle') onToggle(row)
      else {
        setActive(move)
        reveal(move)
      }
    }
    event.preventDefault()
  }

  const pool = Math.min(rows.length, Math.ceil(height / rowHeight) + 2 * spare)
  const start = Math.max(0, Math.min(first - spare, rows.length - pool))
  return (
    <div className="relative min-h-0 flex-1">
      <TimelineGrid view={view} />
      <div
        ref={pane}
        className="absolute inset-0 overflow-x-hidden overflow-y-auto"
        onScroll={({ currentTarget }) => setFirst(Math.floor(currentTarget.scrollTop / rowHeight))}
      >
        <div
          role="tree"
          aria-label={runTimelineTexts.stepsOverTime}
          tabIndex={0}
          aria-activedescendant={rowId(current)}
          onKeyDown={press}
          className="group relative mr-3 outline-none"
          style={{ height: rows.length * rowHeight }}
        >
          {Array.from({ length: pool }, (_, slot) => {
            // Each element takes the row of its slot: scrolling moves elements and creates none.
            const index = start + ((((slot - start) % pool) + pool) % pool)
            const row = rows[index]
            return (
              row && (
                <TimelineRow
                  // biome-ignore lint/suspicious/noArrayIndexKey: the pool is fixed, rows go through it
                  key={slot}
                  row={row}
                  index={index}
                  count={rows.length}
                  view={view}
                  now={now}
                  critical={critical}
                  isSelected={isChosen(row, selected, descendant)}
                  isActive={index === current}
                  onToggle={onToggle}
                  onChoose={choose}
                  onZoom={onZoomTo}
                />
              )
            )
          })}
        </div>
      </div>
      <TimelineVeil view={view} instant={instant} />
    </div>
  )
}

'use client'

import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { GridRun, GridStep } from '#components/api/models.ts'
import { RowGap } from '#components/ui/layout/table-parts.tsx'
import { useNow } from '#components/ui/text/use-now.ts'
import { runsTexts } from '../texts/runs.ts'
import { type GridCursor, moveInGrid, tabStop } from './grid-cursor.ts'
import { GridHead } from './grid-head.tsx'
import { GridRow, rowHeight } from './grid-row.tsx'
import { runWord } from './grid-words.ts'

const rowsAhead = 8
const headHeight = 86

interface Props {
  readonly label: string
  readonly steps: readonly GridStep[]
  /** The runs from left to right. */
  readonly runs: readonly GridRun[]
}

/**
 * A table of steps by runs. Only the rows in view are drawn; the names, the heads and the focused cell stay mounted.
 */
export function GridTable({ label, steps, runs }: Props) {
  const scroller = useRef<HTMLElement>(null)
  const [cursor, setCursor] = useState<GridCursor | null>(null)
  const isWanted = useRef(false)
  const names = useMemo(() => steps.map(({ name }) => name), [steps])
  const runIds = useMemo(() => runs.map(({ runId }) => runId), [runs])
  const stop = tabStop(cursor, runIds, names)
  const stopRow = stop?.step == null ? -1 : names.indexOf(stop.step)
  const virtual = useVirtualizer({
    count: steps.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: rowsAhead,
    scrollPaddingStart: headHeight,
    // The cell that Tab leads to stays mounted at every scroll offset.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      return stopRow < 0 || shown.includes(stopRow) ? shown : [...shown, stopRow].sort((a, b) => a - b)
    },
  })
  useNewestInView(scroller, runIds)

  useLayoutEffect(() => {
    if (!isWanted.current || stop === null) return
    const about = `[data-run="${stop.runId}"]`
    const cell = scroller.current?.querySelector<HTMLElement>(
      stop.step === null ? runsTexts.thead(about) : `tbody ${about}[data-step="${CSS.escape(stop.step)}"]`,
    )
    if (!cell) return
    isWanted.current = false
    cell.focus()
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (stop === null || event.altKey || event.metaKey || event.shiftKey) return
    const next = moveInGrid(stop, event, runIds, names)
    if (next === null) return
    event.preventDefault()
    isWanted.current = true
    setCursor(next)
  }
  /** Keyboard movement continues from the cell that was clicked or reached by Tab. */
  const onFocus = ({ target }: { target: EventTarget }) => {
    const { run, step } = (target as HTMLElement).dataset
    if (run !== undefined) setCursor({ runId: run, step: step ?? null })
  }

  // The time is rounded to the minute: the words for a run change at midnight.
  const minute = Math.floor(useNow() / 60_000) * 60_000
  const runWords = useMemo(() => runs.map((run) => runWord(run, minute)), [runs, minute])
  const shown = virtual.getVirtualItems()
  return (
    <section ref={scroller} aria-label={label} className="min-h-0 flex-1 overflow-auto">
      <table
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table that is walked through cell by cell is a grid
        role="grid"
        aria-label={label}
        aria-readonly="true"
        aria-rowcount={steps.length + 1}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        className="table-fixed border-separate border-spacing-0"
        style={{ width: `calc(var(--names) + ${runs.length * 2.25}rem)` }}
      >
        <colgroup>
          <col className="w-(--names)" />
          {runIds.map((runId) => (
            <col key={runId} className="w-9" />
          ))}
        </colgroup>
        <GridHead runs={runs} stop={stop} />
        <tbody>
          {shown.map(({ index, key, start }, at) => {
            const step = steps[index]
            const before = shown[at - 1]
            const gap = start - (before?.end ?? 0)
            return (
              step && [
                gap > 0 && <RowGap key={`above ${key}`} height={gap} />,
                <GridRow
                  key={key}
                  step={step}
                  index={index}
                  runs={runs}
                  runWords={runWords}
                  stopRun={stopRow === index ? (stop?.runId ?? null) : null}
                />,
              ]
            )
          })}
          <RowGap height={virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </section>
  )
}

/** The scroll offset shows the newest run, at the right end, at first and until the reader scrolls away from it. */
function useNewestInView(scroller: React.RefObject<HTMLElement | null>, runIds: readonly string[]): void {
  const isAtEnd = useRef(true)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = () => {
      isAtEnd.current = element.scrollLeft + element.clientWidth >= element.scrollWidth - 4
    }
    const stay = () => {
      if (isAtEnd.current) element.scrollLeft = element.scrollWidth
    }
    element.addEventListener('scroll', look, { passive: true })
    const observer = new ResizeObserver(stay)
    observer.observe(element)
    return () => {
      element.removeEventListener('scroll', look)
      observer.disconnect()
    }
  }, [scroller])
  const newest = runIds.at(-1)
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && newest !== undefined && isAtEnd.current) element.scrollLeft = element.scrollWidth
  }, [scroller, newest])
}

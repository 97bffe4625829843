'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { HeadCell, RowGap } from '#components/ui/layout/table-parts.tsx'
import type { RunEvent } from '#core/run/event.ts'
import { runTexts } from '../../texts/run.ts'
import type { Moment } from '../instant/moment.ts'
import { placeAt, stepOf } from './history-filter.ts'
import { HistoryRow } from './history-row.tsx'
import { roomFor } from './room-for.ts'

const rowHeight = 28
/** Number of row elements, which are reused while scrolling. */
const pool = 128
const columns = [
  ['Event', 'w-18 @max-md:w-14'],
  ['At', 'w-30'],
  ['Type', `w-42 ${roomFor.type}`],
  ['Step', `w-40 ${roomFor.details}`],
  ['Attempt', `w-18 ${roomFor.details}`],
  ['Activity', ''],
] as const

export interface HistoryTableProps {
  runId: string
  events: readonly RunEvent[]
  moment: Moment
  selected: string | null
  /** The event that is shown as JSON. */
  opened: number | null
  onChoose(event: RunEvent): void
  onToggle(seq: number): void
}

export function HistoryTable({ runId, events, moment, selected, opened, onChoose, onToggle }: HistoryTableProps) {
  const { isLive, seq } = moment
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: events.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    scrollPaddingStart: rowHeight,
    scrollPaddingEnd: rowHeight,
  })
  const current = isLive ? -1 : placeAt(events, seq)
  useEffect(() => {
    if (current >= 0) virtual.scrollToIndex(current, { align: 'auto' })
  }, [current, virtual])
  // A reader at the newest event stays at the newest event.
  const isAtEnd = useRef(false)
  const count = events.length
  useEffect(() => {
    if (isLive && isAtEnd.current && count > 0) virtual.scrollToIndex(count - 1, { align: 'end' })
  }, [isLive, count, virtual])
  const items = virtual.getVirtualItems()
  const currentSeq = events[current]?.seq
  return (
    <div
      ref={scroller}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - rowHeight
      }}
      className={classNames('@container min-h-0 min-w-0 flex-1 overflow-auto', opened !== null && 'max-md:hidden')}
    >
      <table
        className="w-full table-fixed border-separate border-spacing-0 text-body"
        aria-rowcount={events.length + 1}
      >
        <caption className="sr-only">{runTexts.eventsOfThisRunNewest}</caption>
        <thead>
          <tr>
            {columns.map(([column, width]) => (
              <HeadCell key={column} className={classNames('bg-surface py-1', width)}>
                {column}
              </HeadCell>
            ))}
            <HeadCell className="w-9 bg-surface px-0">
              <span className="sr-only">{runTexts.json}</span>
            </HeadCell>
          </tr>
        </thead>
        <tbody>
          <RowGap height={items[0]?.start ?? 0} />
          {items.map(({ index }) => {
            const event = events[index]
            if (!event) return null
            return (
              <HistoryRow
                key={index % pool}
                runId={runId}
                event={event}
                rowIndex={index + 2}
                isCurrent={event.seq === currentSeq}
                isLater={!isLive && event.seq > seq}
                isOfSelected={selected !== null && stepOf(event) === selected}
                isOpen={opened === event.seq}
                onChoose={onChoose}
                onToggle={onToggle}
              />
            )
          })}
          <RowGap height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
      {events.length === 0 && <p className="px-4 py-6 text-muted">{runTexts.noEventsMatch}</p>}
    </div>
  )
}

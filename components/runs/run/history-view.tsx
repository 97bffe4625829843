'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { ChevronRight } from 'lucide-react'
import { Fragment, useMemo, useRef, useState } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { CodeBlock } from '#components/ui/code-block.tsx'
import { formatClock } from '#components/ui/format-time.ts'
import { describeEvent } from '#core/run/describe-event.ts'
import type { RunEvent } from '#core/run/event.ts'

export interface HistoryViewProps {
  events: readonly RunEvent[]
  /** Only the events of this step. */
  step: string | null
}

const rowHeight = 28
const columns = ['Seq', 'At', 'Type', 'Step', 'Attempt', 'What happened'] as const
const cell = 'h-7 overflow-hidden border-b px-3 text-ellipsis whitespace-nowrap'

/** Every event of the run, the newest last; its payload on demand. */
export function HistoryView({ events, step }: HistoryViewProps) {
  const [opened, setOpened] = useState<number | null>(null)
  const shown = useMemo(
    () => (step === null ? events : events.filter((event) => 'step' in event && event.step === step)),
    [events, step],
  )
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 20,
    getItemKey: (index) => shown[index]?.seq ?? index,
  })
  const items = virtual.getVirtualItems()
  return (
    <div ref={scroller} className="h-full overflow-auto">
      <table
        className="w-full min-w-200 table-fixed border-separate border-spacing-0 text-[12.5px]"
        aria-rowcount={shown.length + 1}
      >
        <caption className="sr-only">Events of this run, the newest last</caption>
        <colgroup>
          <col className="w-18" />
          <col className="w-30" />
          <col className="w-42" />
          <col className="w-40" />
          <col className="w-18" />
          <col />
        </colgroup>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                className="sticky top-0 z-10 border-b bg-surface px-3 py-1 text-left text-label text-muted"
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap height={items[0]?.start ?? 0} />
          {items.map(({ index, key }) => {
            const event = shown[index]
            if (!event) return null
            const isOpen = opened === event.seq
            return (
              <Fragment key={key}>
                <EventRow
                  event={event}
                  index={index}
                  isOpen={isOpen}
                  onToggle={() => setOpened(isOpen ? null : event.seq)}
                />
                {isOpen && (
                  <tr>
                    <td colSpan={columns.length} className="border-b bg-sunken px-3 py-2">
                      <CodeBlock label="Event as JSON" text={JSON.stringify(event, null, 2)} className="bg-surface" />
                    </td>
                  </tr>
                )}
              </Fragment>
            )
          })}
          <Gap height={virtual.getTotalSize() - (items.at(-1)?.end ?? 0)} />
        </tbody>
      </table>
    </div>
  )
}

interface EventRowProps {
  event: RunEvent
  index: number
  isOpen: boolean
  onToggle(): void
}

function EventRow({ event, index, isOpen, onToggle }: EventRowProps) {
  const said = describeEvent(event)
  return (
    <tr aria-rowindex={index + 2} className="hover:bg-hover">
      <td className={cell}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`Event ${event.seq} as JSON`}
          onClick={onToggle}
          className="-ml-1.5 inline-flex h-6 items-center gap-1 rounded-s pr-1 text-faint tabular-nums hover:text-ink"
        >
          <ChevronRight className={classNames('size-3.5', isOpen && 'rotate-90')} />
          {event.seq}
        </button>
      </td>
      <td className={classNames(cell, 'font-mono text-[11.5px] text-muted')}>{formatClock(event.at)}</td>
      <td className={classNames(cell, 'font-mono text-[11.5px]')}>{event.type.replace(/^workflow\./, '')}</td>
      <td className={cell}>{'step' in event ? event.step : ''}</td>
      <td className={classNames(cell, 'text-muted')}>{'attempt' in event ? event.attempt : ''}</td>
      <td className={classNames(cell, 'text-muted')} title={said}>
        {said}
      </td>
    </tr>
  )
}

function Gap({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td colSpan={columns.length} style={{ height, padding: 0 }} />
    </tr>
  )
}

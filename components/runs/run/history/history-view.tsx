'use client'

import { debounce, parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useCallback, useDeferredValue, useMemo, useState } from 'react'
import type { RunEvent } from '#core/run/event.ts'
import type { ShownMoment } from '../instant/use-moment.ts'
import { EventDetail } from './event-detail.tsx'
import { eventGroups, filterHistory, type HistoryFilter, stepOf } from './history-filter.ts'
import { HistoryTable } from './history-table.tsx'
import { HistoryToolbar } from './history-toolbar.tsx'

export interface HistoryViewProps {
  runId: string
  /** Every event of the run, including events after the instant. */
  events: readonly RunEvent[]
  shown: ShownMoment
  /** The selected step. */
  selected: string | null
  onSelect(step: string | null): void
}

/** Every event of the run, the newest last; a click on an event shows the run at that instant. */
export function HistoryView({ runId, events, shown, selected, onSelect }: HistoryViewProps) {
  const { moment, goTo } = shown
  const { isLive, seq } = moment
  const { filter, shown: found, change } = useHistoryFilter(events)
  const [opened, setOpened] = useState<number | null>(null)
  // At a past instant the detail shows the event of that instant.
  const readSeq = opened === null || isLive ? opened : seq
  const read = readSeq === null ? undefined : events[readSeq - 1]

  const choose = useCallback(
    (event: RunEvent) => {
      goTo(event.seq)
      onSelect(stepOf(event) ?? null)
    },
    [goTo, onSelect],
  )
  const toggle = useCallback(
    (of: number) => {
      setOpened(readSeq === of ? null : of)
      if (!isLive) goTo(of)
    },
    [readSeq, isLive, goTo],
  )
  return (
    <div className="flex h-full min-h-0 flex-col">
      <HistoryToolbar events={events} filter={filter} onFilter={change} found={found.length} selected={selected} />
      <div className="flex min-h-0 flex-1 max-md:flex-col">
        <HistoryTable
          runId={runId}
          events={found}
          moment={moment}
          selected={selected}
          opened={readSeq}
          onChoose={choose}
          onToggle={toggle}
        />
        {read && <EventDetail runId={runId} event={read} onClose={() => setOpened(null)} />}
      </div>
    </div>
  )
}

const inUrl = {
  kind: parseAsArrayOf(parseAsStringLiteral(eventGroups)).withDefault([]),
  of: parseAsString,
  find: parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(300) }),
}

/** The filter of the history, kept in the address of the page. */
function useHistoryFilter(events: readonly RunEvent[]) {
  const [{ kind, of: step, find: text }, set] = useQueryStates(inUrl, { history: 'replace' })
  const filter = useMemo((): HistoryFilter => ({ groups: kind, step, text }), [kind, step, text])
  const deferred = useDeferredValue(filter)
  const shown = useMemo(() => filterHistory(events, deferred), [events, deferred])
  const change = useCallback(
    (next: Partial<HistoryFilter>) =>
      void set({
        ...(next.groups && { kind: [...next.groups] }),
        ...(next.step !== undefined && { of: next.step }),
        ...(next.text !== undefined && { find: next.text }),
      }),
    [set],
  )
  return { filter, shown, change }
}

'use client'

import { debounce, parseAsArrayOf, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { useCallback, useDeferredValue, useMemo } from 'react'
import type { RunEvent } from '#core/run/event.ts'
import { eventGroups, filterHistory, type HistoryFilter } from './history-filter.ts'

const inUrl = {
  kind: parseAsArrayOf(parseAsStringLiteral(eventGroups)).withDefault([]),
  of: parseAsString,
  find: parseAsString.withDefault('').withOptions({ limitUrlUpdates: debounce(300) }),
}

/** The filter of the history, kept in the address of the page. */
export function useHistoryFilter(events: readonly RunEvent[]) {
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

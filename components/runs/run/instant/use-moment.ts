'use client'

import { debounce, parseAsInteger, useQueryState } from 'nuqs'
import { useCallback, useMemo } from 'react'
import { hasEvent, type Moment, momentOf } from './moment.ts'
import type { RunIndex } from './run-index.ts'

/** The address is updated with a debounce while the scrubber is dragged. */
const atInUrl = parseAsInteger.withOptions({ history: 'replace', limitUrlUpdates: debounce(200) })

export interface ShownMoment {
  readonly moment: Moment
  /** The event number in the address that the run does not have. */
  readonly missing: number | null
  /** Shows the run after an event; null shows the run now. */
  goTo(seq: number | null): void
}

/**
 * The instant that the page shows: `at` in its address is the number of an event, and absent while the page is live.
 */
export function useMoment(index: RunIndex): ShownMoment {
  const [at, setAt] = useQueryState('at', atInUrl)
  const goTo = useCallback((seq: number | null) => void setAt(seq), [setAt])
  const moment = useMemo(() => momentOf(index, at), [index, at])
  return { moment, missing: at === null || hasEvent(index, at) ? null : at, goTo }
}

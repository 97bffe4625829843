'use client'

import { debounce, parseAsInteger, useQueryState } from 'nuqs'
import { useCallback, useMemo } from 'react'
import { hasEvent, type Moment, momentOf } from './moment.ts'
import type { RunIndex } from './run-index.ts'

/** While the scrubber is dragged, the address follows once it rests. */
const atInUrl = parseAsInteger.withOptions({ history: 'replace', limitUrlUpdates: debounce(200) })

export interface ShownMoment {
  readonly moment: Moment
  /** The number of an event that the address asks for and the run does not have. */
  readonly missing: number | null
  /** Shows the run as it was after an event; null: as it is now. */
  goTo(seq: number | null): void
}

/** The instant that the page shows: `at` in its address is the number of an event, and absent while it is live. */
export function useMoment(index: RunIndex): ShownMoment {
  const [at, setAt] = useQueryState('at', atInUrl)
  const goTo = useCallback((seq: number | null) => void setAt(seq), [setAt])
  const moment = useMemo(() => momentOf(index, at), [index, at])
  return { moment, missing: at === null || hasEvent(index, at) ? null : at, goTo }
}

'use client'

import { parseAsString, useQueryStates } from 'nuqs'
import { useCallback, useMemo } from 'react'

/** A run below the page's run, selected in a frame of the graph or a row of the timeline. */
export interface DescendantSelection {
  readonly runId: string
  /** The selected step; null for the whole run. */
  readonly step: string | null
}

export interface Selection {
  /** The selected step of the run itself. */
  readonly selected: string | null
  readonly descendant: DescendantSelection | null
  select(step: string | null): void
  selectDescendant(descendant: DescendantSelection): void
}

const parsers = { step: parseAsString, in: parseAsString }

/** The selection on the page of a run, shared by the graph, the timeline, the history and the address. */
export function useSelection(): Selection {
  const [{ step, in: runId }, set] = useQueryStates(parsers, { history: 'replace' })
  const select = useCallback((name: string | null) => void set({ step: name, in: null }), [set])
  const selectDescendant = useCallback(
    (chosen: DescendantSelection) => void set({ step: chosen.step, in: chosen.runId }),
    [set],
  )
  const descendant = useMemo(() => (runId === null ? null : { runId, step }), [runId, step])
  return { selected: runId === null ? step : null, descendant, select, selectDescendant }
}

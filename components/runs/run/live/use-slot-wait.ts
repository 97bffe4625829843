'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import type { SlotWait } from '#core/run/sentence/waiting.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import type { Moment } from '../instant/moment.ts'

/** Polling interval: a slot that becomes free leaves no event in the history of the run that waits for it. */
const pollMs = 2_000

/** The budget of run slots, where the run waits for one now; unknown for a past instant. */
export function useSlotWait({ state, isLive }: Pick<Moment, 'state' | 'isLive'>): SlotWait | undefined {
  const api = useApi()
  // A run that executes has its slot.
  const isEnabled = isLive && state.outcome === null && (state.startedAt === null || viewsOf(state).status !== 'ACTIVE')
  const { run_id: runId } = state.header
  const { data } = useQuery(
    api.runs.slot.queryOptions(
      { runId },
      { enabled: isEnabled, refetchInterval: (query) => (query.state.data?.isBounded === false ? false : pollMs) },
    ),
  )
  return isEnabled && data?.waits ? data : undefined
}

'use client'

import { useQuery } from '@tanstack/react-query'
import type { RunWork } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { isWithWorkers } from '#core/run/views/open-work.ts'
import type { Moment } from '../instant/moment.ts'

/** Polling interval: claims and heartbeats of workers leave no event in the history. */
const pollMs = 2_000
const nothing: readonly RunWork[] = []

/** The state of the run's steps at the workers now; unknown for a past instant. */
export function useRunWork({ state, isLive }: Pick<Moment, 'state' | 'isLive'>): readonly RunWork[] {
  const api = useApi()
  const isEnabled = isLive && isWithWorkers(state)
  const { run_id: runId } = state.header
  const { data } = useQuery(api.runs.work.queryOptions({ runId }, { enabled: isEnabled, refetchInterval: pollMs }))
  return (isEnabled && data) || nothing
}

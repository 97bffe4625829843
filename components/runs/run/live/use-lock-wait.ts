'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import type { LockWait } from '#core/run/sentence/waiting.ts'
import type { Moment } from '../instant/moment.ts'

/** Polling interval: requests that leave the queue in front of the run leave no event in its history. */
const pollMs = 5_000

/** The run's request for its locks as the queue has it now, where it waits for them; unknown for a past instant. */
export function useLockWait({ state, isLive }: Pick<Moment, 'state' | 'isLive'>): LockWait | undefined {
  const api = useApi()
  const { header, outcome, phase } = state
  const isEnabled = isLive && outcome === null && (phase === 'SCHEDULED' || phase === 'LOCKING')
  const { data } = useQuery(
    api.runs.get.queryOptions(
      { runId: header.run_id },
      { enabled: isEnabled, refetchInterval: pollMs, select: ({ envelopeWait }) => envelopeWait },
    ),
  )
  return isEnabled && data?.kind === 'locks' ? data : undefined
}

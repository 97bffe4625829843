'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import type { RunState } from '#core/run/state.ts'

/** The code that a run executes. A version never changes, so it is read once; a retry may take a newer one. */
export function useRunCode(state: RunState) {
  const version = state.code?.moved?.version
  const input = { runId: state.header.run_id, ...(version !== undefined && { version }) }
  return useQuery({
    ...useApi().runs.code.queryOptions(input),
    enabled: state.code !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

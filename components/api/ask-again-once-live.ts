import type { QueryClient } from '@tanstack/react-query'
import { apiFailure } from './api-failure.ts'
import { useChangesStore } from './changes-store.ts'

/** Failure codes of requests that got no answer, or an answer that says nothing about the query. */
const unanswered: readonly string[] = ['UNREACHABLE', 'UNAVAILABLE']

/**
 * Active queries that failed while the server was unavailable are refetched as soon as the connection is live again.
 */
export function askAgainOnceLive(queryClient: QueryClient): () => void {
  return useChangesStore.subscribe(({ liveness }, before) => {
    if (liveness !== 'live' || before.liveness === 'live') return
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && unanswered.includes(apiFailure(state.error).code),
    })
  })
}

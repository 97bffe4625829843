import type { Query, QueryClient } from '@tanstack/react-query'
import { apiFailure } from './api-failure.ts'
import { useChangesStore } from './changes-store.ts'

/** Failure codes of requests that got no answer, or an answer that says nothing about the query. */
const unanswered: readonly string[] = ['UNREACHABLE', 'UNAVAILABLE']

/**
 * Active queries that failed while the server was unavailable are refetched as soon as the connection is live again.
 */
export function refetchOnceLive(queryClient: QueryClient): () => void {
  return useChangesStore.subscribe(({ liveness }, before) => {
    if (liveness !== 'live' || before.liveness === 'live') return
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && unanswered.includes(apiFailure(state.error).code),
    })
  })
}

/**
 * The client refetches a query once when the query is invalidated during its first fetch. The answer may have been read
 * before the change. TanStack Query by itself waits for that answer and treats it as fresh.
 */
export function refetchIfChanged(queryClient: QueryClient): () => void {
  const changed = new WeakSet<Query>()
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'invalidate' && query.state.fetchStatus !== 'idle') changed.add(query)
    // The fetch starts after the change.
    else if (action.type === 'fetch') changed.delete(query)
    else if (action.type === 'success' && action.manual !== true && changed.delete(query)) {
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
  })
}

import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * The client refetches a query once when the query is invalidated during its first fetch. The answer may have been read
 * before the change. TanStack Query by itself waits for that answer and treats it as fresh.
 */
export function askAgainIfChanged(queryClient: QueryClient): () => void {
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

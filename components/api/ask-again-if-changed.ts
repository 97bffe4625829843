import type { Query, QueryClient } from '@tanstack/react-query'

/**
 * Of what changes while a question is asked for the first time, nobody knows whether the answer was read before it: it is
 * asked once more. By itself the client goes on waiting for that answer and takes it for new.
 */
export function askAgainIfChanged(queryClient: QueryClient): () => void {
  const changed = new WeakSet<Query>()
  return queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (action.type === 'invalidate' && query.state.fetchStatus !== 'idle') changed.add(query)
    // Asked anew, after the change.
    else if (action.type === 'fetch') changed.delete(query)
    else if (action.type === 'success' && action.manual !== true && changed.delete(query)) {
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
  })
}

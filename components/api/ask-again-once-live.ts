import type { QueryClient } from '@tanstack/react-query'
import { apiFailure } from './api-failure.ts'
import { useChangesStore } from './changes-store.ts'

/** No answer came, or none that says anything about what was asked. */
const unanswered: readonly string[] = ['UNREACHABLE', 'UNAVAILABLE']

/** What a page has asked for while the server was away is asked once more as soon as it is back, without anybody's doing. */
export function askAgainOnceLive(queryClient: QueryClient): () => void {
  return useChangesStore.subscribe(({ liveness }, before) => {
    if (liveness !== 'live' || before.liveness === 'live') return
    void queryClient.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error' && unanswered.includes(apiFailure(state.error).code),
    })
  })
}

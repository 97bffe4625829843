import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'

/** Read by the server in local mode (server/directory/act-as.ts). */
const cookie = 'heddle-act-as'
const channelName = 'heddle-act-as'

/** From now on this browser acts as somebody of the directory, or as oneself again. Everything shown is asked for anew. */
export function actAs(personId: string | null, queryClient: QueryClient): void {
  const value = personId === null ? '; max-age=0' : `${encodeURIComponent(personId)}`
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari before 2025
  document.cookie = `${cookie}=${value}; path=/; samesite=strict`
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
  void queryClient.resetQueries()
}

/** Other tabs of the browser are somebody else now, too; what is typed there stays. */
export function followActing(queryClient: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => void queryClient.invalidateQueries()
  return () => channel.close()
}

/** When nothing is answered any more, the person whom one acts as may have been removed: it is asked again who one is. */
export function followRemoval(queryClient: QueryClient, me: { readonly queryKey: QueryKey }): () => void {
  const cache = queryClient.getQueryCache()
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || cache.find(me) === event.query) return
    if (apiFailure(event.action.error).code === 'UNAUTHENTICATED') void queryClient.invalidateQueries(me)
  })
}

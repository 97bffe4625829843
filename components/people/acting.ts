import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'

/** The cookie that the server reads in local mode (server/directory/act-as.ts). */
const cookie = 'heddle-act-as'
const channelName = 'heddle-act-as'

/** Makes this browser act as a person of the directory, or as oneself again. All shown data is fetched again. */
export function actAs(personId: string | null, queryClient: QueryClient): void {
  const value = personId === null ? '; max-age=0' : `${encodeURIComponent(personId)}`
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and Safari before 2025
  document.cookie = `${cookie}=${value}; path=/; samesite=strict`
  const channel = new BroadcastChannel(channelName)
  channel.postMessage(null)
  channel.close()
  void queryClient.resetQueries()
}

/** Other tabs of the browser switch to the new actor, too; their typed input stays. */
export function followActing(queryClient: QueryClient): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = () => void queryClient.invalidateQueries()
  return () => channel.close()
}

/** Refetches the current user after an UNAUTHENTICATED answer, because the person acted as may have been removed. */
export function followRemoval(queryClient: QueryClient, me: { readonly queryKey: QueryKey }): () => void {
  const cache = queryClient.getQueryCache()
  return cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error' || cache.find(me) === event.query) return
    if (apiFailure(event.action.error).code === 'UNAUTHENTICATED') void queryClient.invalidateQueries(me)
  })
}

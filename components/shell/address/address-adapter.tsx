'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import {
  type unstable_AdapterInterface as Adapter,
  unstable_createAdapterProvider as createAdapterProvider,
  renderQueryString,
} from 'nuqs/adapters/custom'
import { type ReactNode, startTransition, useEffect, useMemo } from 'react'
import { createWrittenSearch } from './written-search.ts'

const written = createWrittenSearch(
  () => window.location,
  () => performance.now(),
)
/**
 * Number of history writes per update of the address: by this adapter, by the router when it receives the update, and
 * by the router when it has drawn it. Browsers limit the writes per minute.
 */
const writesPerUpdate = 3

const Provider = createAdapterProvider(useAddress)

/**
 * Keeps the selection, filters and sorting of a page in its address, so that the page can be found again and shared.
 */
export function AddressAdapter({ children }: { children: ReactNode }) {
  return (
    <Provider>
      <Drawn />
      {children}
    </Provider>
  )
}

function useAddress(): Adapter {
  const searchParams = useSearchParams()
  const pathname = usePathname()
  return useMemo(
    () => ({
      searchParams,
      pathname,
      getSearchParamsSnapshot: written.current,
      rateLimitFactor: writesPerUpdate,
      autoResetQueueOnUpdate: false,
      updateUrl(search, { history: how, scroll }) {
        // The update was pending while the page was left.
        if (location.pathname !== pathname) return
        const query = renderQueryString(search)
        const url = `${location.origin}${pathname}${query}${location.hash}`
        written.write(query)
        startTransition(() => (how === 'push' ? history.pushState(null, '', url) : history.replaceState(null, '', url)))
        if (scroll) window.scrollTo(0, 0)
      },
    }),
    [searchParams, pathname],
  )
}

/** Reports the search string that the router has drawn. */
function Drawn() {
  const search = renderQueryString(useSearchParams())
  useEffect(() => written.drawn(search), [search])
  useEffect(() => {
    window.addEventListener('popstate', written.forget)
    return () => window.removeEventListener('popstate', written.forget)
  }, [])
  return null
}

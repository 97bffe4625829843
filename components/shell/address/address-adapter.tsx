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
/** Each update of the address is written three times: by us, by the router as it hears of it, and as it has drawn it. Browsers allow so many a minute. */
const writesPerUpdate = 3

const Provider = createAdapterProvider(useAddress)

/** What is chosen, filtered and sorted on a page stands in its address, by which it is found again and shown to others. */
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
        // It was on its way while the page was left.
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

/** Notes what the router has drawn. */
function Drawn() {
  const search = renderQueryString(useSearchParams())
  useEffect(() => written.drawn(search), [search])
  useEffect(() => {
    window.addEventListener('popstate', written.forget)
    return () => window.removeEventListener('popstate', written.forget)
  }, [])
  return null
}

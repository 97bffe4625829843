'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False during hydration, while the output must equal the server's. Parts of a page hydrate one after the other: data
 * that another part has fetched meanwhile may be shown only after hydration.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

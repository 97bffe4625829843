'use client'

import { useSyncExternalStore } from 'react'

const never = () => () => undefined

/**
 * False while the first drawing must equal the server's. Parts of a page hydrate one after the other: what another part
 * has fetched meanwhile may only be shown from then on.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

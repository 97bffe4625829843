'use client'

import { useSyncExternalStore } from 'react'

/** The width below which `md:` does not apply: palette and fields have no column of their own then. */
const query = '(max-width: 859px)'

function subscribe(changed: () => void): () => void {
  const media = window.matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

export const isNarrow = (): boolean => window.matchMedia(query).matches

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, isNarrow, () => false)
}

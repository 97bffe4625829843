'use client'

import { useSyncExternalStore } from 'react'

/** The width below which `md:` does not apply: palette and fields have no column of their own then. */
const narrow = '(max-width: 859px)'
/** The same of `lg:`: the palette has none, so that the canvas has room beside the fields. */
const tight = '(max-width: 1119px)'

/** The same of `short:`: what stands under the canvas is closed until it is asked for. */
const short = '(max-height: 559px)'

const subscribeTo = (query: string) => (changed: () => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}
const [ofNarrow, ofTight] = [subscribeTo(narrow), subscribeTo(tight)]

export const isNarrow = (): boolean => window.matchMedia(narrow).matches
const isTight = (): boolean => window.matchMedia(tight).matches

export const isShort = (): boolean => window.matchMedia(short).matches

export const useNarrow = (): boolean => useSyncExternalStore(ofNarrow, isNarrow, () => false)

/** Steps are added from a list of their own then, not from a palette. */
export const useTight = (): boolean => useSyncExternalStore(ofTight, isTight, () => false)

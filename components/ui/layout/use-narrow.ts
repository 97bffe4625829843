'use client'

import { useSyncExternalStore } from 'react'

/** The width below which `md:` does not apply: palette and fields then have no column of their own. */
const narrow = '(max-width: 859px)'
/**
 * The width below which `lg:` does not apply: the palette then has no column, so that the canvas has room beside the
 * fields.
 */
const tight = '(max-width: 1119px)'

/** The height below which `short:` applies: the panel below the canvas is closed until it is opened by hand. */
const short = '(max-height: 559px)'

const subscribeTo = (query: string) => (changed: () => void) => {
  const media = window.matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}
const [ofNarrow, ofTight, ofShort] = [subscribeTo(narrow), subscribeTo(tight), subscribeTo(short)]

export const isNarrow = (): boolean => window.matchMedia(narrow).matches
const isShort = (): boolean => window.matchMedia(short).matches
const isTight = (): boolean => window.matchMedia(tight).matches

export const useNarrow = (): boolean => useSyncExternalStore(ofNarrow, isNarrow, () => false)

/** True where steps are added from a list of their own instead of a palette. */
export const useTight = (): boolean => useSyncExternalStore(ofTight, isTight, () => false)

export const useShort = (): boolean => useSyncExternalStore(ofShort, isShort, () => false)

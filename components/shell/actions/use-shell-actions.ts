'use client'

import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { useOfferEntries } from '../palette/palette-entries.ts'
import { settingsEntries } from '../palette/settings-entries.ts'
import { useOfferActions } from './action-store.ts'
import { shellActions } from './shell-actions.ts'

/** Offers the actions of every page, and the sections of the settings. */
export function useShellActions(): void {
  const router = useRouter()
  useOfferActions(useMemo(() => shellActions((path) => router.push(path)), [router]))
  useOfferEntries(useMemo(() => settingsEntries((path) => router.push(path)), [router]))
}

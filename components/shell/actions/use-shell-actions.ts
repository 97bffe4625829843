'use client'

import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { useOfferActions } from './action-store.ts'
import { shellActions } from './shell-actions.ts'

/** Offers the actions of every page. */
export function useShellActions(): void {
  const router = useRouter()
  useOfferActions(useMemo(() => shellActions((path) => router.push(path)), [router]))
}

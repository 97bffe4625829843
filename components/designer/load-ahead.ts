'use client'

import { useEffect } from 'react'
import { useSettled } from '#components/ui/pacing/use-settled.ts'

/**
 * Preloads the main chunk of the designer once a page that links to the designer is idle: a click then only requests
 * the draft.
 */
export function useDesignerAhead(): void {
  const isSettled = useSettled()
  useEffect(() => {
    // Failures are ignored here: opening a draft imports the chunk again and reports the failure.
    if (isSettled) import('./open-draft.tsx').catch(() => undefined)
  }, [isSettled])
}

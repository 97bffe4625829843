'use client'

import { useEffect } from 'react'
import { useSettled } from '#components/ui/use-settled.ts'

/** What most of a designer is made of is loaded once a page that leads there has come to rest: a click then only asks for the draft. */
export function useDesignerAhead(): void {
  const isSettled = useSettled()
  useEffect(() => {
    // Whoever then opens one asks again, and hears why it does not come.
    if (isSettled) import('./open-draft.tsx').catch(() => undefined)
  }, [isSettled])
}

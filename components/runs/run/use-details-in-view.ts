'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isNarrow } from '#components/ui/use-narrow.ts'
import type { Below, Selection } from './use-selection.ts'

export interface DetailsInView {
  /** What holds the details. */
  readonly details: RefObject<HTMLElement | null>
  choose(step: string | null): void
  chooseBelow(below: Below): void
  /** Back to the whole run. */
  close(): void
}

/**
 * On a narrow screen the details lie below everything else: who chooses a step there would see nothing of it. They are
 * brought into view once they are drawn; who closes them is where the step was chosen again.
 */
export function useDetailsInView({ select, selectBelow }: Selection): DetailsInView {
  const details = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState<{ readonly isClosed: boolean } | null>(null)
  useEffect(() => {
    if (asked === null || !isNarrow()) return
    const target = asked.isClosed ? details.current?.parentElement?.firstElementChild : details.current
    target?.scrollIntoView({ block: 'start' })
  }, [asked])
  const choose = useCallback(
    (step: string | null) => {
      select(step)
      if (step !== null) setAsked({ isClosed: false })
    },
    [select],
  )
  const chooseBelow = useCallback(
    (below: Below) => {
      selectBelow(below)
      setAsked({ isClosed: false })
    },
    [selectBelow],
  )
  const close = useCallback(() => {
    select(null)
    setAsked({ isClosed: true })
  }, [select])
  return { details, choose, chooseBelow, close }
}

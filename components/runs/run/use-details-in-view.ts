'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isNarrow } from '#components/ui/layout/use-narrow.ts'
import type { Below, Selection } from './use-selection.ts'

export interface DetailsInView {
  /** The element that holds the details. */
  readonly details: RefObject<HTMLElement | null>
  choose(step: string | null): void
  chooseBelow(below: Below): void
  /** Returns to the whole run. */
  close(): void
}

/**
 * Scrolls the details into view. On a narrow screen they are below all other parts, so a selected step would show no
 * effect. They are scrolled into view once they are drawn; closing them scrolls back to the place where the step was
 * selected.
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

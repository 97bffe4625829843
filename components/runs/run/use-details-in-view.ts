'use client'

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { isNarrow } from '#components/ui/layout/use-narrow.ts'
import type { DescendantSelection, Selection } from './use-selection.ts'

export interface DetailsInView {
  /** The element that holds the details. */
  readonly details: RefObject<HTMLElement | null>
  choose(step: string | null): void
  chooseDescendant(descendant: DescendantSelection): void
  /** Returns to the whole run. */
  close(): void
}

/**
 * Scrolls the details into view. On a narrow screen they are below all other parts, so a selected step would show no
 * effect. They are scrolled into view once they are drawn; closing them scrolls back to the place where the step was
 * selected.
 */
export function useDetailsInView({ select, selectDescendant }: Selection): DetailsInView {
  const details = useRef<HTMLElement>(null)
  const [scrollRequest, setScrollRequest] = useState<{ readonly isClosed: boolean } | null>(null)
  useEffect(() => {
    if (scrollRequest === null || !isNarrow()) return
    const target = scrollRequest.isClosed ? details.current?.parentElement?.firstElementChild : details.current
    target?.scrollIntoView({ block: 'start' })
  }, [scrollRequest])
  const choose = useCallback(
    (step: string | null) => {
      select(step)
      if (step !== null) setScrollRequest({ isClosed: false })
    },
    [select],
  )
  const chooseDescendant = useCallback(
    (descendant: DescendantSelection) => {
      selectDescendant(descendant)
      setScrollRequest({ isClosed: false })
    },
    [selectDescendant],
  )
  const close = useCallback(() => {
    select(null)
    setScrollRequest({ isClosed: true })
  }, [select])
  return { details, choose, chooseDescendant, close }
}

'use client'

import Link from 'next/link'
import { type ComponentProps, useState } from 'react'
import { useSettled } from '../pacing/use-settled.ts'

export interface PageLinkProps extends Omit<ComponentProps<typeof Link>, 'prefetch'> {
  /** The link is a likely next page: it is prefetched as soon as the open page has settled. */
  likely?: boolean
}

/**
 * A link to a page of Heddle, prefetched on hover or focus. Next would prefetch every link in view, while the page with
 * all these links is still loading.
 */
export function PageLink({ likely = false, onPointerEnter, onFocus, ...rest }: PageLinkProps) {
  const [isTurnedTo, setTurnedTo] = useState(false)
  const isSettled = useSettled()
  return (
    <Link
      {...rest}
      prefetch={isTurnedTo || (likely && isSettled)}
      onPointerEnter={(event) => {
        setTurnedTo(true)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        setTurnedTo(true)
        onFocus?.(event)
      }}
    />
  )
}

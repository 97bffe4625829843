'use client'

import Link from 'next/link'
import { type ComponentProps, useState } from 'react'
import { useSettled } from './use-settled.ts'

export interface PageLinkProps extends Omit<ComponentProps<typeof Link>, 'prefetch'> {
  /** Somebody is likely to go there: it is fetched ahead as soon as the page that is open has come to rest. */
  likely?: boolean
}

/**
 * A link to a page of Heddle, fetched ahead once the pointer or the keyboard is on it. Next would do so for every link
 * in view, at the very time when the page with all these links is itself on its way.
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

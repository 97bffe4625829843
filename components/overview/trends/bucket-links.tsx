'use client'

import Link from 'next/link'
import { type KeyboardEvent, useRef, useState } from 'react'

export interface BucketLink {
  readonly key: string
  readonly href: string
  /** The time span of the column and its figures. */
  readonly label: string
}

interface BucketLinksProps {
  links: readonly BucketLink[]
  label: string
  /** Reports the column under the pointer or with the focus. */
  onPoint(index: number | null): void
}

const moves: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowLeft: (index) => Math.max(0, index - 1),
  ArrowRight: (index, last) => Math.min(last, index + 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** The columns of a chart as links, laid over its drawing: one stop of the Tab key, arrows go from column to column. */
export function BucketLinks({ links, label, onPoint }: BucketLinksProps) {
  const last = links.length - 1
  const [at, setAt] = useState(last)
  const list = useRef<HTMLUListElement>(null)
  const stop = Math.min(at, last)
  const move = (event: KeyboardEvent) => {
    const to = moves[event.key]?.(stop, last)
    if (to === undefined) return
    event.preventDefault()
    setAt(to)
    list.current?.querySelectorAll('a')[to]?.focus()
  }
  return (
    <ul
      ref={list}
      aria-label={label}
      className="absolute inset-0 flex"
      onKeyDown={move}
      onPointerLeave={() => onPoint(null)}
      onBlur={() => onPoint(null)}
    >
      {links.map(({ key, href, label: name }, index) => (
        <li key={key} className="h-full min-w-0 flex-1">
          <Link
            href={href}
            prefetch={false}
            aria-label={name}
            tabIndex={index === stop ? 0 : -1}
            onFocus={() => {
              setAt(index)
              onPoint(index)
            }}
            onPointerEnter={() => onPoint(index)}
            className="block h-full rounded-[2px] hover:bg-ink/6 focus-visible:bg-ink/6 focus-visible:-outline-offset-1"
          />
        </li>
      ))}
    </ul>
  )
}

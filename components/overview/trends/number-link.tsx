import Link from 'next/link'
import type { ReactNode } from 'react'

/** A number that leads to the runs behind it. */
export function NumberLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      prefetch={false}
      className="rounded-s underline decoration-line-strong underline-offset-2 hover:decoration-current"
    >
      {children}
    </Link>
  )
}

import type { ReactNode } from 'react'

/** Names and values in two columns; see `Fact`. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-[6.5rem_1fr] gap-x-2.5 gap-y-1.25 text-body">{children}</dl>
}

/** One name and its value. Without a value nothing is shown. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (children === null || children === undefined || children === false) return null
  return (
    <div className="contents">
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}

import { Children, type ReactNode, useId } from 'react'
import { classNames } from '#components/ui/class-names.ts'

export interface EntryListProps {
  title: string
  count: number
  nothing: string
  children: ReactNode
}

export function EntryList({ title, count, nothing, children }: EntryListProps) {
  const headingId = useId()
  return (
    <div className="grid gap-1.5">
      <h3 id={headingId} className="text-label text-muted">
        {title} {count > 0 && <span className="font-normal text-faint">{count}</span>}
      </h3>
      {Children.count(children) === 0 ? (
        <p className="text-muted">{nothing}</p>
      ) : (
        <ul aria-labelledby={headingId} className="divide-y overflow-hidden rounded-m border bg-surface">
          {children}
        </ul>
      )}
    </div>
  )
}

export interface EntryRowProps {
  id: string
  name: string
  about: ReactNode
  /** The buttons of the row. */
  children: ReactNode
}

/** An id as workflows write it; mail addresses and words are no code. */
const isWritten = /^[^\s@]+$/

/** A row for a person or a group: the name, the id that workflows use, and further facts. */
export function EntryRow({ id, name, about, children }: EntryRowProps) {
  return (
    <li className="grid min-h-10 grid-cols-[minmax(0,11rem)_minmax(0,15rem)_1fr_auto] items-center gap-x-3 gap-y-1 px-3.5 py-1.5 max-sm:grid-cols-[1fr_auto]">
      <span className="truncate font-semibold" title={name}>
        {name}
      </span>
      <span
        title={id}
        className={classNames(
          'truncate text-muted max-sm:order-3 max-sm:col-span-2',
          isWritten.test(id) && 'font-mono text-code',
        )}
      >
        {id}
      </span>
      <span className="flex min-w-0 flex-wrap items-center gap-1.5 max-sm:order-4 max-sm:col-span-2">{about}</span>
      <span className="flex items-center gap-1 max-sm:order-2">{children}</span>
    </li>
  )
}

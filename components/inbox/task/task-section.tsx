import { type ReactNode, useId } from 'react'

/** A part of a task below its form: a hairline, a heading, and what it is about. */
export function TaskSection({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const headingId = useId()
  return (
    <section aria-labelledby={headingId} className="grid grid-cols-[minmax(0,1fr)] gap-2.5 border-t pt-4">
      <header className="flex items-center gap-2">
        <h3 id={headingId} className="text-label text-muted">
          {title}
        </h3>
        {aside && <div className="ml-auto">{aside}</div>}
      </header>
      {children}
    </section>
  )
}

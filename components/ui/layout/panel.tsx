import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface PanelProps extends Omit<ComponentProps<'section'>, 'title'> {
  title: ReactNode
  /** At the right of the title. */
  aside?: ReactNode
}

/** A titled area separated from its neighbours by hairlines; never a card in a card. */
export function Panel({ title, aside, className, children, ...rest }: PanelProps) {
  return (
    <section className={classNames('flex min-h-0 min-w-0 flex-col bg-surface', className)} {...rest}>
      <header className="flex h-10 shrink-0 items-center gap-2 border-b px-4">
        <h2 className="text-title">{title}</h2>
        {aside && <div className="ml-auto flex items-center gap-2">{aside}</div>}
      </header>
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  children?: ReactNode
  /** Buttons for the next action. */
  actions?: ReactNode
  className?: string
}

/** The reason why a list is empty, and the next action. */
export function EmptyState({ icon, title, children, actions, className }: EmptyStateProps) {
  return (
    <div className={classNames('mx-auto grid max-w-100 justify-items-center gap-2 px-6 py-14 text-center', className)}>
      {icon && (
        <div className="mb-1 grid size-10 place-items-center rounded-l border bg-surface text-muted [&_svg]:size-4.5">
          {icon}
        </div>
      )}
      <h2 className="text-title">{title}</h2>
      {children && <div className="text-muted">{children}</div>}
      {actions && <div className="mt-2 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  )
}

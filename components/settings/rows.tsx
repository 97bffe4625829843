import type { ReactNode } from 'react'
import { IconButton } from '#components/ui/controls/button.tsx'

/** Rows in one frame, with a name for those who cannot see the heading beside them. */
export function Rows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul aria-label={label} className="divide-y overflow-hidden rounded-m border bg-surface">
      {children}
    </ul>
  )
}

interface RowAction {
  /** What the button does, and to which item. */
  readonly label: string
  readonly icon: ReactNode
  readonly isOff?: boolean
  perform(): void
}

/** The buttons at the end of a row. */
export function RowActions({ actions }: { actions: readonly RowAction[] }) {
  return actions.map(({ label, icon, isOff, perform }) => (
    <IconButton key={label} size="small" label={label} disabled={isOff} onClick={perform}>
      {icon}
    </IconButton>
  ))
}

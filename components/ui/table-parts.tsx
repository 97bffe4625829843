import { classNames } from './class-names.ts'

/** A cell of a head that stays in view while the rows scroll; the background is that of what lies around the table. */
export function HeadCell({ className, children }: { className?: string; children: React.ReactNode }) {
  return (
    <th
      scope="col"
      className={classNames('sticky top-0 z-10 border-b px-3 text-left text-label text-muted', className)}
    >
      {children}
    </th>
  )
}

/** Stands for the rows of a long table that are scrolled out of sight. */
export function RowGap({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td colSpan={columns} style={{ height, padding: 0 }} />
    </tr>
  )
}

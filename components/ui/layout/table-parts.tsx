import { classNames } from '../class-names.ts'

/** A sticky cell of a table head; its background is the one around the table. */
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

/**
 * A spacer for rows of a long table outside the viewport. Its one cell spans nothing: a span over columns that a narrow
 * window hides would make new columns, which take their share of the width.
 */
export function RowGap({ height }: { height: number }) {
  if (height <= 0) return null
  return (
    <tr>
      <td style={{ height, padding: 0 }} />
    </tr>
  )
}

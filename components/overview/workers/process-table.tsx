import type { ReactNode } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Panel } from '#components/ui/layout/panel.tsx'

export interface ProcessTableProps {
  title: string
  columns: readonly { readonly label: string; readonly isWide?: boolean }[]
  rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[]
  /** The sentence in place of an empty table. */
  none: string
}

/** One kind of processes as a table. Wide columns are hidden on a phone. */
export function ProcessTable({ title, columns, rows, none }: ProcessTableProps) {
  return (
    <Panel title={title} className="border-y">
      {rows.length === 0 ? (
        <p className="px-4 py-4 text-muted">{none}</p>
      ) : (
        <table className="w-full table-fixed border-separate border-spacing-0">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {columns.map(({ label, isWide }) => (
                <th
                  key={label}
                  scope="col"
                  className={classNames(
                    'border-b px-3 py-1.5 text-left text-small font-semibold text-muted first:pl-4 last:pr-4',
                    isWide && 'max-sm:hidden',
                  )}
                >
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="[&>tr:last-child>td]:border-b-0">
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, index) => (
                  <td
                    key={columns[index]?.label}
                    className={classNames(
                      'border-b px-3 py-2 first:pl-4 last:pr-4',
                      columns[index]?.isWide && 'max-sm:hidden',
                    )}
                  >
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}

'use client'

import type { OverviewData } from '#components/api/models.ts'
import { runsPath } from '#components/shell/paths.ts'
import { formatNumber } from '#components/ui/format-number.ts'
import { PageLink } from '#components/ui/page-link.tsx'
import { toneClasses, toneOfStatus } from '#components/ui/tone.ts'
import { ToneIcon } from '#components/ui/tone-icon.tsx'
import { statuses } from '#core/run/views.ts'

/** Every status of which there are runs, each a link to them. */
export function StatusStrip({ byStatus }: { byStatus: OverviewData['byStatus'] }) {
  const present = statuses.filter((status) => byStatus[status])
  return (
    <section aria-label="Runs by status" className="grid gap-2 border-b bg-surface px-4 py-3">
      <div className="flex h-2 gap-px overflow-hidden rounded-full" aria-hidden="true">
        {present.map((status) => (
          <span
            key={status}
            className={`min-w-1 bg-tone ${toneClasses[toneOfStatus(status)]}`}
            style={{ flexGrow: byStatus[status] }}
          />
        ))}
      </div>
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {present.map((status) => (
          <li key={status} className={toneClasses[toneOfStatus(status)]}>
            <PageLink
              href={runsPath({ status: [status] })}
              className="flex h-6 items-center gap-1.5 rounded-s text-small hover:underline"
            >
              <ToneIcon tone={toneOfStatus(status)} className="size-3.25 animate-none text-tone" />
              <b className="font-[550] tabular-nums">{formatNumber(byStatus[status] ?? 0)}</b>
              <span className="text-muted">{status}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

'use client'

import type { OverviewData } from '#components/api/models.ts'
import { runsPath } from '#components/shell/paths.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { type Tone, toneClasses, toneOfStatus } from '#components/ui/layout/tone.ts'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { type Awaited, statusWord } from '#core/run/status-words.ts'
import { statuses } from '#core/run/statuses.ts'
import { overviewTexts } from './texts/overview.ts'

interface StatusStripProps {
  byStatus: OverviewData['byStatus']
  waiting: OverviewData['waitingRuns']
}

/** The statuses that have runs, each a link to these runs: each run is counted once. */
export function StatusStrip({ byStatus, waiting }: StatusStripProps) {
  const present = statuses.filter((status) => byStatus[status])
  const awaited = awaitedBy(waiting)
  return (
    <section aria-label={overviewTexts.runsByStatus} className="grid gap-2 border-b bg-surface px-4 py-3">
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
            <StripLink
              href={runsPath({ status: [status] })}
              tone={toneOfStatus(status)}
              count={formatNumber(byStatus[status] ?? 0)}
              title={status}
            >
              {statusWord(status, awaited)}
            </StripLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What the waiting runs wait for, taken together: the status of a run does not tell a person from a signal. */
function awaitedBy({ person, signal }: OverviewData['waitingRuns']): Awaited {
  if (signal.count === 0) return 'person'
  return person.count === 0 ? 'signal' : 'either'
}

interface StripLinkProps {
  href: string
  tone: Tone
  count: string
  title: string
  children: string
}

function StripLink({ href, tone, count, title, children }: StripLinkProps) {
  return (
    <PageLink
      href={href}
      title={title}
      data-status={title}
      className="flex h-6 items-center gap-1.5 rounded-s text-small hover:underline"
    >
      <ToneIcon tone={tone} className="size-3.25 animate-none text-tone" />
      <b className="font-[550] tabular-nums">{count}</b>
      <span className="text-muted">{children}</span>
    </PageLink>
  )
}

'use client'

import { Minus, TrendingDown, TrendingUp } from 'lucide-react'
import type { RunTrends } from '#components/api/models.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { runsWord } from '#components/runs/bulk/bulk-words.ts'
import { failedStatuses } from '#components/runs/status-groups.ts'
import { runsPath } from '#components/shell/paths.ts'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Panel } from '#components/ui/layout/panel.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { trendsTexts } from '../texts/trends.ts'
import { type Course, courseOf, percent } from './failure-rate.ts'
import { NumberLink } from './number-link.tsx'
import { allEndedPath } from './trend-words.ts'
import { type Range, rangeWords } from './use-trends.ts'

const courses: Readonly<
  Record<Course, { readonly Icon: typeof Minus; readonly word: string; readonly color: string }>
> = {
  worse: { Icon: TrendingUp, word: trendsTexts.moreThanBefore, color: 'text-failed' },
  better: { Icon: TrendingDown, word: trendsTexts.lessThanBefore, color: 'text-done' },
  same: { Icon: Minus, word: trendsTexts.asBefore, color: 'text-muted' },
}

/** Workflows with failed runs in the range, and their most frequent cause. */
export function FailingWorkflows({ trends, range }: { trends: RunTrends | undefined; range: Range }) {
  const titleOf = useWorkflowTitle()
  const span = trends && { endedFrom: trends.from, endedTo: trends.to }
  return (
    <Panel title={trendsTexts.failingWorkflows(rangeWords[range])}>
      {trends?.failing.length === 0 && <p className="px-4 py-6 text-muted">{trendsTexts.noFailedRunsInThis}</p>}
      <ul className="divide-y">
        {trends?.failing.map((failing) => {
          const { workflow, failed, ended, cause } = failing
          const { Icon, word, color } = courses[courseOf(failing)]
          return (
            <li key={workflow} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 px-4 py-1.5">
              <PageLink
                href={runsPath({ ...span, workflow, status: failedStatuses })}
                className="truncate rounded-s py-0.5 font-[550] hover:underline"
              >
                {titleOf(workflow)}{' '}
                <span className="font-normal text-failed">{trendsTexts.failed(runsWord(failed))}</span>
              </PageLink>
              <span className="flex items-center gap-1.5 text-small whitespace-nowrap">
                <b className="font-[550] tabular-nums">{percent(failed / ended)}</b>
                <span className="text-muted">
                  {trendsTexts.of}{' '}
                  <NumberLink href={allEndedPath({ ...span, workflow })}>{formatNumber(ended)}</NumberLink>
                </span>
                <span className={`flex items-center gap-1 ${color}`} title={word}>
                  <Icon aria-hidden="true" className="size-3.5" />
                  <span className="sr-only">{word}</span>
                </span>
              </span>
              {cause && (
                <PageLink
                  href={runsPath({ ...span, cause: cause.fingerprint })}
                  className="col-span-full truncate rounded-s py-1 text-small text-muted hover:text-ink hover:underline"
                >
                  {formatNumber(cause.count)} × {isolateText(cause.shape)}
                </PageLink>
              )}
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

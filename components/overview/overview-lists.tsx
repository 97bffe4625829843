'use client'

import type { OverviewData, RunSummary } from '#components/api/models.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { runPath, runsPath } from '#components/shell/paths.ts'
import { classNames } from '#components/ui/class-names.ts'
import { StatusChip } from '#components/ui/controls/chip.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Panel } from '#components/ui/layout/panel.tsx'
import { Elapsed } from '#components/ui/text/time.tsx'
import { AboutRun } from '../runs/about-run.tsx'
import { doing } from '../runs/doing.ts'
import { overviewTexts } from './texts/overview.ts'

/** As many as tasks beside them; the link leads to the rest. */
const shownFailures = 5

/** Failed runs that no person has acknowledged. */
export function FailedRuns({ data }: { data: OverviewData }) {
  return (
    <Panel title={overviewTexts.failedNotAcknowledged} aside={<More href={runsPath({ trouble: 'failed' })} />}>
      <RunList runs={data.needsAttention.slice(0, shownFailures)} none={overviewTexts.allFailuresAreAcknowledged} />
    </Panel>
  )
}

export function NewestRuns({ data }: { data: OverviewData }) {
  return (
    <Panel title={overviewTexts.newestRuns} aside={<More href="/runs" />}>
      <RunList runs={data.newest} none={overviewTexts.noRunsYet} />
    </Panel>
  )
}

/** The link to the whole list. */
export function More({ href }: { href: string }) {
  return (
    <PageLink href={href} className="rounded-s px-1 text-small font-medium text-muted hover:text-ink hover:underline">
      {overviewTexts.showAll}
    </PageLink>
  )
}

function RunList({ runs, none }: { runs: readonly RunSummary[]; none: string }) {
  if (runs.length === 0) return <p className="px-4 py-6 text-muted">{none}</p>
  return (
    <ul>
      {runs.map((run) => (
        <RunItem key={run.runId} run={run} />
      ))}
    </ul>
  )
}

function RunItem({ run }: { run: RunSummary }) {
  const titleOfWorkflow = useWorkflowTitle()
  const { text, isError } = doing(run)
  return (
    <li>
      <PageLink
        href={runPath(run.runId)}
        className="grid min-h-12.5 grid-cols-[minmax(0,1fr)_13rem_4.5rem] max-sm:grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 border-b px-4 py-2 hover:bg-hover focus-visible:-outline-offset-2"
      >
        <span className="grid min-w-0">
          <span className="flex min-w-0 items-baseline gap-2">
            <span className="max-w-full shrink-0 truncate font-[550]">{titleOfWorkflow(run.workflow)}</span>
            <AboutRun about={run.about} />
          </span>
          {text && (
            <span className={classNames('truncate text-small', isError ? 'text-failed' : 'text-muted')}>{text}</span>
          )}
        </span>
        <span>
          <StatusChip status={run.status} waits={run.humanWait} phase={run.phase} />
        </span>
        <span className="text-right text-small whitespace-nowrap text-faint max-sm:hidden">
          <Elapsed from={run.createdAt} short /> {overviewTexts.ago}
        </span>
      </PageLink>
    </li>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ExternalLink, X } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { shortId } from '#components/runs/short-id.ts'
import { describePlan, versionWord } from '#components/runs/version-words.ts'
import { runPath } from '#components/shell/paths.ts'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { StatusChip } from '#components/ui/controls/chip.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { rowClasses } from '#components/ui/overlay/popup.ts'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { Elapsed, Instant } from '#components/ui/text/time.tsx'
import { useDesignerAction } from '../../commands/actions/use-designer-actions.ts'
import { useSession, useTrial } from '../../model/session-context.tsx'
import { viewsTrialTexts } from '../../texts/views-trial.ts'

/** The number of listed tests, and of listed runs of versions: many of one kind must not hide the other. */
const offered = 5
const kinds = [
  { tests: 'only', title: viewsTrialTexts.testsOfDraft, none: viewsTrialTexts.noTestsYet },
  { tests: 'without', title: viewsTrialTexts.runsOfVersions, none: viewsTrialTexts.noRunsYet },
] as const

/** The bar above the canvas, never over steps, that names the run whose values are shown. */
export function TrialBar() {
  const hide = useDesignerAction('designer.values')
  const shown = useTrial((state) => state.shown)
  const staleCount = useTrial((state) => state.stale.size)
  if (shown === null) return null
  const { runId, plan, version, status, humanWait, createdAt, endedAt } = shown
  return (
    <section
      aria-label={viewsTrialTexts.valuesOnCanvas}
      className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-2 border-b bg-surface pr-2 pl-3.5"
    >
      <span className="truncate font-medium max-sm:sr-only">
        {plan ? describePlan(plan) : viewsTrialTexts.runOf(versionWord({ version }))}
      </span>
      <StatusChip status={status} waits={humanWait} isShort />
      <span className="text-small whitespace-nowrap text-muted" role="status">
        <Elapsed from={createdAt} to={endedAt} />
        {staleCount > 0 && viewsTrialTexts.outOfDate(staleCount)}
      </span>
      <span className="flex-1" />
      <OtherRuns />
      <Button look="ghost" size="small" asChild>
        <Link href={runPath(runId)} aria-label={viewsTrialTexts.openRun}>
          <ExternalLink /> <span className="max-md:sr-only">{viewsTrialTexts.open}</span>
        </Link>
      </Button>
      <Tooltip content={hide.label} shortcut={hide.shortcut}>
        <IconButton label={viewsTrialTexts.hideValues} size="small" onClick={hide.perform}>
          <X />
        </IconButton>
      </Tooltip>
    </section>
  )
}

/** The other runs whose values can be shown: tests and runs of versions. */
function OtherRuns() {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label={viewsTrialTexts.otherRuns}
      open={open}
      onOpenChange={setOpen}
      className="w-108"
      trigger={
        <Button look="ghost" size="small">
          {viewsTrialTexts.otherRuns} <ChevronDown />
        </Button>
      }
    >
      {open && kinds.map((kind) => <RunChoice key={kind.tests} kind={kind} onChosen={() => setOpen(false)} />)}
    </Popover>
  )
}

interface RunChoiceProps {
  readonly kind: (typeof kinds)[number]
  onChosen(): void
}

function RunChoice({ kind: { tests, title, none }, onChosen }: RunChoiceProps) {
  const { name, trial } = useSession()
  const api = useApi()
  const { data } = useQuery(
    api.runs.list.queryOptions({ workflow: name, tests, rootsOnly: true, limit: offered }, { gcTime: 0 }),
  )
  return (
    <section aria-label={title} className="grid pb-1">
      <h3 className="px-2 pt-1 text-label text-muted">{title}</h3>
      {data === undefined && <p className="px-2 py-1.5 text-small text-muted">{viewsTrialTexts.loading}</p>}
      {data?.items.length === 0 && <p className="px-2 py-1.5 text-small text-muted">{none}</p>}
      <ul className="grid">
        {data?.items.map((run) => (
          <li key={run.runId}>
            <button
              type="button"
              className={`${rowClasses} w-full`}
              onClick={() => {
                trial.follow(run.runId)
                onChosen()
              }}
            >
              <span className="font-mono text-small whitespace-nowrap">{shortId(run.runId)}</span>
              <span className="text-small text-muted">{versionWord(run)}</span>
              <StatusChip status={run.status} waits={run.humanWait} />
              <Instant at={run.createdAt} className="ml-auto text-small whitespace-nowrap text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

'use client'

import { ArrowUpRight, X } from 'lucide-react'
import Link from 'next/link'
import { useMemo } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { RunDetail } from '#components/api/models.ts'
import { RunValues } from '#components/runs/run-values.tsx'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { runPath, stepPath } from '#components/shell/paths.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { StatusChip } from '#components/ui/controls/chip.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { useNow } from '#components/ui/text/use-now.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { sentence } from '#core/run/sentence/sentence.ts'
import { viewsOf } from '#core/run/views/view-table.ts'
import { humanWaits } from '#core/run/views/waits.ts'
import { runTexts } from '../texts/run.ts'
import { useGraphOfRun } from './graph/use-graph-of-run.ts'
import { type Moment, momentAt, timeOf } from './instant/moment.ts'
import { indexOnce } from './instant/run-index.ts'
import { useChildRun } from './live/use-child-runs.ts'
import { useRunWork } from './live/use-run-work.ts'
import { StepPanel } from './step/step-panel.tsx'
import type { DescendantSelection } from './use-selection.ts'

export interface ChildPanelProps {
  descendant: DescendantSelection
  /** The instant that the page shows; null for now. */
  at: number | null
  onDecide(taskId: string): void
  onClose(): void
}

/**
 * The panel for a run below, or a step of it, selected on the page of the parent run: its state, and the link to its
 * own page.
 */
export function ChildPanel({ descendant, at, onDecide, onClose }: ChildPanelProps) {
  const { data, error } = useChildRun(descendant.runId)
  useOfferActions([
    { id: 'run.whole', label: runTexts.backToFullRun, group: runTexts.thisRun, shortcut: 'escape', perform: onClose },
  ])
  if (data) {
    return (
      <RunValues runId={data.runId}>
        <Known detail={data} step={descendant.step} at={at} onDecide={onDecide} onClose={onClose} />
      </RunValues>
    )
  }
  return (
    <div className="grid gap-3 p-3.5">
      <IconButton label={runTexts.backToFullRun} size="small" className="justify-self-end" onClick={onClose}>
        <X />
      </IconButton>
      {error ? (
        <Callout tone="failed" alert>
          {apiFailure(error).message}
        </Callout>
      ) : (
        <Skeleton className="h-24" />
      )}
    </div>
  )
}

interface KnownProps extends Omit<ChildPanelProps, 'descendant'> {
  detail: RunDetail
  step: string | null
}

function Known({ detail, step, at, onDecide, onClose }: KnownProps) {
  const index = indexOnce(detail.events)
  const runGraph = useGraphOfRun(detail, index)
  const executable = runGraph?.executable ?? null
  const moment = useMemo(() => momentAt(index, at), [index, at])
  if (step === null) return <WholeRun detail={detail} executable={executable} moment={moment} onClose={onClose} />
  return (
    <StepPanel
      key={step}
      name={step}
      step={runGraph?.step(step)}
      moment={moment}
      index={index}
      from={<OpenRun detail={detail} step={step} />}
      onDecide={onDecide}
      onClose={onClose}
    />
  )
}

function OpenRun({ detail: { runId, workflow }, step }: { detail: RunDetail; step: string | null }) {
  const [href, words] =
    step === null ? [runPath(runId), runTexts.openThisRun] : [stepPath(runId, step), runTexts.openItInItsRun(workflow)]
  return (
    <Link href={href} className="flex items-center gap-1 text-small text-accent hover:underline">
      <span className="truncate">{words}</span>
      <ArrowUpRight className="size-3.5 shrink-0" />
    </Link>
  )
}

interface WholeRunProps {
  detail: RunDetail
  executable: ExecutableDefinition | null
  moment: Moment
  onClose(): void
}

function WholeRun({ detail, executable, moment, onClose }: WholeRunProps) {
  const now = timeOf(moment, useNow())
  const work = useRunWork(moment)
  return (
    <section aria-label={detail.workflow} className="grid gap-2 p-3.5">
      <header className="flex items-start gap-2.5">
        <h2 className="min-w-0 flex-1 truncate text-title">{detail.workflow}</h2>
        <IconButton label={runTexts.backToFullRun} size="small" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {moment.seq === 0 ? (
        <p className="text-muted">{runTexts.itHadNotStarted}</p>
      ) : (
        <>
          <span>
            <StatusChip
              status={viewsOf(moment.state).status}
              waits={humanWaits(moment.state)}
              phase={moment.state.phase}
            />
          </span>
          <p className="wrap-anywhere">{sentence(executable, moment.state, now, { work })}</p>
        </>
      )}
      <OpenRun detail={detail} step={null} />
    </section>
  )
}

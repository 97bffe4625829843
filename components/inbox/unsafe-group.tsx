'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { BadgeCheck, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { RunSummary } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { useMay } from '#components/people/use-may.ts'
import { AboutRun } from '#components/runs/about-run.tsx'
import { ReasonDialog } from '#components/runs/run/acting/reason-dialog.tsx'
import { useRunVerbs } from '#components/runs/run/acting/use-run-verbs.ts'
import { PhaseChip } from '#components/runs/run/envelope/severity-mark.tsx'
import { RunLink } from '#components/runs/run-link.tsx'
import { rollbackPath, runsPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { Phase } from '#core/run/statuses.ts'
import { unsafeTexts } from './texts/unsafe.ts'
import { unsafeRuns } from './unsafe-runs.ts'

const PAGE = 5
/** Least interval between two refreshes, in milliseconds: most changes of runs are none of this list. */
const REFRESH_MS = 1_000

/** Runs that failed and may have left changes in the world, above the tasks: operators acknowledge them or roll them back. */
export function UnsafeGroup() {
  const mayAct = useMay('run.act')
  const api = useApi()
  const list = useInfiniteQuery(
    api.runs.list.infiniteQueryOptions(
      { ...unsafeRuns, limit: PAGE },
      { getNextPageParam: (page) => page.nextCursor, enabled: mayAct, placeholderData: (previous) => previous },
    ),
  )
  const queryClient = useQueryClient()
  useRunChanges(() => mayAct && queryClient.invalidateQueries(api.runs.list.pathFilter()), REFRESH_MS)
  const [acknowledging, setAcknowledging] = useState<string | null>(null)
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  if (!mayAct || items.length === 0) return null
  return (
    <section aria-labelledby="unsafe-runs" className="max-h-1/2 shrink-0 overflow-y-auto border-b bg-surface">
      <div className="flex items-baseline gap-2 px-4 pt-3">
        <h2 id="unsafe-runs" className="text-title">
          {unsafeTexts.toAcknowledge}
        </h2>
        <PageLink href={runsPath({ phase: unsafeRuns.phase })} className="text-small text-accent hover:underline">
          {unsafeTexts.showInRuns}
        </PageLink>
      </div>
      <ul className="divide-y">
        {items.map((run) => (
          <UnsafeRow key={run.runId} run={run} onAcknowledge={() => setAcknowledging(run.runId)} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button
          look="ghost"
          className="mx-2 mb-2"
          disabled={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {unsafeTexts.showMore}
        </Button>
      )}
      {acknowledging !== null && <AcknowledgeDialog runId={acknowledging} onClose={() => setAcknowledging(null)} />}
    </section>
  )
}

function UnsafeRow({ run, onAcknowledge }: { run: RunSummary; onAcknowledge(): void }) {
  const titleOf = useWorkflowTitle()
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2">
      <PhaseChip phase={run.phase as Phase} />
      <span className="min-w-0 flex-1 basis-52">
        <span className="flex flex-wrap items-center gap-x-2">
          <span className="font-medium wrap-anywhere">{isolateText(titleOf(run.workflow))}</span>
          <RunLink runId={run.runId} />
          <Instant at={run.updatedAt} className="text-small text-muted" />
          <AboutRun about={run.about} className="basis-28" />
        </span>
        {run.error && (
          <span className="line-clamp-2 text-small text-muted wrap-anywhere">{isolateText(run.error.message)}</span>
        )}
      </span>
      <span className="flex gap-2 max-sm:basis-full">
        <Button asChild>
          <PageLink href={rollbackPath(run.runId)} aria-label={unsafeTexts.rollBackOf(run.workflow)}>
            <Undo2 />
            {unsafeTexts.rollBack}
          </PageLink>
        </Button>
        <Button icon={<BadgeCheck />} aria-label={unsafeTexts.acknowledgeOf(run.workflow)} onClick={onAcknowledge}>
          {unsafeTexts.acknowledge}
        </Button>
      </span>
    </li>
  )
}

function AcknowledgeDialog({ runId, onClose }: { runId: string; onClose(): void }) {
  const verbs = useRunVerbs(runId)
  return (
    <ReasonDialog
      title={unsafeTexts.acknowledgeTitle}
      consequence={unsafeTexts.acknowledgeAbout}
      verb={unsafeTexts.acknowledge}
      onClose={onClose}
      onConfirm={verbs.acknowledge}
    />
  )
}

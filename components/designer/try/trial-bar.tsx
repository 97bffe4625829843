'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ExternalLink, X } from 'lucide-react'
import Link from 'next/link'
import { useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { shortId } from '#components/runs/run/short-id.ts'
import { describePlan, versionWord } from '#components/runs/version-words.ts'
import { runPath } from '#components/shell/paths.ts'
import { Button, IconButton } from '#components/ui/button.tsx'
import { StatusChip } from '#components/ui/chip.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { rowClasses } from '#components/ui/popup.ts'
import { Elapsed, Instant } from '#components/ui/time.tsx'
import { useSession, useTrial } from '../session-context.tsx'

const offered = 10

/** Above the canvas, and never over its steps: which run the values on it come from. */
export function TrialBar() {
  const { trial } = useSession()
  const shown = useTrial((state) => state.shown)
  const staleCount = useTrial((state) => state.stale.size)
  if (shown === null) return null
  const { runId, plan, version, status, createdAt, endedAt } = shown
  return (
    <section
      aria-label="Values on the canvas"
      className="flex h-9 shrink-0 items-center gap-2 border-b bg-surface pr-2 pl-3.5"
    >
      <span className="truncate font-medium max-sm:sr-only">
        {plan ? describePlan(plan) : `Run of ${versionWord({ version })}`}
      </span>
      <StatusChip status={status} />
      <span className="text-small whitespace-nowrap text-muted" role="status">
        <Elapsed from={createdAt} to={endedAt} />
        {staleCount > 0 && ` · ${staleCount} out of date`}
      </span>
      <span className="flex-1" />
      <OtherRuns />
      <Button look="ghost" size="small" asChild>
        <Link href={runPath(runId)} aria-label="Open the run">
          <ExternalLink /> <span className="max-md:sr-only">Open</span>
        </Link>
      </Button>
      <IconButton label="Hide the values" size="small" onClick={() => trial.follow(null)}>
        <X />
      </IconButton>
    </section>
  )
}

/** Other runs whose values could be looked at: tests and runs of versions. */
function OtherRuns() {
  const [open, setOpen] = useState(false)
  return (
    <Popover
      label="Other runs"
      open={open}
      onOpenChange={setOpen}
      className="w-80"
      trigger={
        <Button look="ghost" size="small">
          Other runs <ChevronDown />
        </Button>
      }
    >
      {open && <RunChoice onChosen={() => setOpen(false)} />}
    </Popover>
  )
}

function RunChoice({ onChosen }: { onChosen: () => void }) {
  const { name, trial } = useSession()
  const api = useApi()
  const { data } = useQuery(
    api.runs.list.queryOptions({ workflow: name, tests: 'with', rootsOnly: true, limit: offered }, { gcTime: 0 }),
  )
  if (data === undefined) return <p className="px-2 py-1.5 text-small text-muted">Loading…</p>
  return (
    <ul className="grid">
      {data.items.map((run) => (
        <li key={run.runId}>
          <button
            type="button"
            className={`${rowClasses} w-full`}
            onClick={() => {
              trial.follow(run.runId)
              onChosen()
            }}
          >
            <span className="font-mono text-[11.5px]">{shortId(run.runId)}</span>
            <span className="text-small text-muted">{versionWord(run)}</span>
            <StatusChip status={run.status} />
            <Instant at={run.createdAt} className="ml-auto text-small text-muted" />
          </button>
        </li>
      ))}
    </ul>
  )
}

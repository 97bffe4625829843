'use client'

import { useQuery } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { RunLink } from '#components/runs/run-link.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { locksTexts } from './texts/locks.ts'

const POLL_MS = 5_000

/** The runs that wait for a resource, in the order in which they are to get it. */
export function ResourceQueue({ id }: { readonly id: string }) {
  const api = useApi()
  const titleOf = useWorkflowTitle()
  const { data, error } = useQuery(api.locks.get.queryOptions({ id }, { refetchInterval: POLL_MS }))
  if (data === undefined) {
    return error ? <p className="text-failed">{apiFailure(error).message}</p> : <Skeleton className="mt-1 h-5 w-40" />
  }
  return (
    <ol aria-label={locksTexts.queueOf(id)} className="mt-1 grid gap-1.5">
      {data.queue.map(({ runId, workflow, position, mode, requestedAt, tries, retryNote, reserved }) => (
        <li key={runId} className="grid gap-0.5">
          <span className="flex flex-wrap items-center gap-x-2">
            <span className="min-w-4 text-right text-muted tabular-nums">{position}</span>
            <RunLink runId={runId} />
            <span className="wrap-anywhere">{isolateText(titleOf(workflow))}</span>
            {reserved && <Chip tone="human">{locksTexts.reserved}</Chip>}
            {mode === 'shared' && <Chip tone="async">{locksTexts.modes.shared}</Chip>}
          </span>
          <span className="pl-6 text-small text-muted wrap-anywhere">
            {locksTexts.since} <Instant at={requestedAt} />, {locksTexts.tries(tries)}
            {retryNote !== null && <RetryNote text={retryNote} />}
          </span>
        </li>
      ))}
    </ol>
  )
}

/** An id of a run in the text of a note. */
const runId = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/

/** Why the last try failed; the runs that it names are links. */
function RetryNote({ text }: { readonly text: string }) {
  let start = 0
  const parts = text.split(runId).map((part) => {
    const key = start
    start += part.length
    return runId.test(part) ? <RunLink key={key} runId={part} /> : <span key={key}>{isolateText(part)}</span>
  })
  return <>: {parts}</>
}

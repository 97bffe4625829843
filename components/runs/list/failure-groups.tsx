'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PartyPopper } from 'lucide-react'
import { useState } from 'react'
import type { FailureGroup, RunListQuery } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { readableName } from '#core/definition/readable-name.ts'
import { limits } from '#core/limits.ts'
import { BulkDialog } from '../bulk/bulk-dialog.tsx'
import { runsWord } from '../bulk/bulk-words.ts'
import { listTexts } from '../texts/list.ts'
import type { RunFilter } from './filters/use-run-filter.ts'

const pollMs = 3_000

/** Failed runs by what went wrong: one row for a hundred failures of one cause. */
export function FailureGroups({ query, setFilter }: { query: RunListQuery; setFilter: RunFilter['setFilter'] }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isLong, setLong] = useState(false)
  // The index of causes lags a moment behind the runs.
  const groups = useQuery(
    api.runs.failures.queryOptions(
      { ...query, limit: isLong ? limits.page.maxSize : limits.page.size },
      {
        placeholderData: (previous) => previous,
        refetchInterval: pollMs,
      },
    ),
  )
  const [chosen, setChosen] = useState<FailureGroup | null>(null)
  useRunChanges(() => queryClient.invalidateQueries(api.runs.failures.pathFilter()))
  if (groups.isPending) return <SkeletonRows label={listTexts.loadingFailures} rows={6} />
  if (groups.isError) return <FailureState error={groups.error} onRetry={() => groups.refetch()} />
  if (groups.data.items.length === 0) {
    return (
      <EmptyState icon={<PartyPopper />} title={listTexts.noFailures}>
        {listTexts.noFailedRunsMatch}
      </EmptyState>
    )
  }
  return (
    <div className="min-h-0 flex-1 overflow-auto">
      <ul aria-label={listTexts.failuresByCause} className="divide-y">
        {groups.data.items.map((group) => (
          <li
            key={group.fingerprint}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5 hover:bg-hover"
          >
            <span className="w-16 shrink-0 self-start text-right text-title text-failed tabular-nums max-sm:w-auto sm:self-center">
              {formatNumber(group.count)}
            </span>
            <div className="grid min-w-0 flex-1 basis-80 gap-0.5 max-sm:basis-60">
              <span className="truncate font-[550]">
                {group.workflow}
                {group.step !== null && (
                  <span className="font-normal text-muted"> {listTexts.at(isolateText(readableName(group.step)))}</span>
                )}
              </span>
              <span className="truncate text-body text-muted" title={isolateText(group.message)}>
                <span className="font-mono text-code text-failed">{group.code}</span> {causeWords(group)}
              </span>
            </div>
            {group.newerVersion !== null && (
              <Chip title={listTexts.publishedSince}>{listTexts.versionIsNewer(group.newerVersion)}</Chip>
            )}
            <span className="text-small text-muted">
              {listTexts.last} <Instant at={group.lastAt} />
            </span>
            <span className="flex w-54 justify-end gap-1.5 max-sm:w-auto">
              <Button size="small" onClick={() => setFilter({ cause: group.fingerprint, by: '' })}>
                {listTexts.show(runsWord(group.count))}
              </Button>
              <Button size="small" onClick={() => setChosen(group)}>
                {verbWords(group)}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {groups.data.more && (
        <p className="flex items-center gap-2 border-t px-4 py-2.5 text-muted">
          {listTexts.showingMostFrequentCauses(groups.data.items.length)}
          {groups.data.items.length < limits.page.maxSize ? (
            <Button size="small" onClick={() => setLong(true)} disabled={groups.isFetching && isLong}>
              {listTexts.showMore}
            </Button>
          ) : (
            listTexts.narrowFilterToSeeOthers
          )}
        </p>
      )}
      {chosen && (
        <BulkDialog
          verb={chosen.retryable ? 'retry' : 'rerun'}
          count={runsWord(chosen.count)}
          newerVersion={chosen.newerVersion}
          onClose={() => setChosen(null)}
          target={{ filter: { ...query, fingerprint: chosen.fingerprint } }}
        />
      )}
    </div>
  )
}

/** A run that was rolled back has no step to continue from. */
function verbWords({ count, retryable }: FailureGroup): string {
  if (retryable) return count === 1 ? listTexts.retryRun : listTexts.retryAll
  return count === 1 ? listTexts.runAgain : listTexts.runAllAgain
}

/** The message of the newest failure, where messages of a group differ in numbers and names. */
function causeWords({ count, message, shape }: FailureGroup): string {
  return isolateText(count > 1 && message !== shape ? `e.g. ${message}` : message)
}

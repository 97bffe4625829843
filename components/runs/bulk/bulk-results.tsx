'use client'

import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useEffect, useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { runPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip, StatusChip } from '#components/ui/controls/chip.tsx'
import { Tabs } from '#components/ui/controls/tabs.tsx'
import { SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { isolateSentence } from '#core/definition/escape-invisible.ts'
import { AboutRun } from '../about-run.tsx'
import { shortId } from '../short-id.ts'
import { bulkTexts } from '../texts/bulk.ts'
import { bulkSentence } from './bulk-words.ts'

const pageSize = 100
const refreshEveryMs = 1_000
const fewResults = 5
const outcomes = [
  ['all', 'All', undefined],
  ['refused', 'Refused', 'refused'],
  ['done', 'Done', 'done'],
  ['left', 'Skipped', 'left'],
] as const

/** The result of each run of an operation, and the run's status now. */
export function BulkResults({ id, onClose }: { id: string; onClose(): void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  useRunChanges(() => queryClient.invalidateQueries(api.bulk.items.pathFilter()), refreshEveryMs)
  const operation = useOperation(id)
  const [tab, setTab] = useState<string>(operation && operation.refused > 0 ? 'refused' : 'all')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="wide"
      title={operation ? bulkSentence(operation) : bulkTexts.results}
      footer={<Button onClick={onClose}>{bulkTexts.close}</Button>}
    >
      <Tabs
        label={bulkTexts.outcomes}
        value={tab}
        onValueChange={setTab}
        // The height is equal for all tabs, and no taller than the list of all results.
        className={operation && operation.total <= fewResults ? 'h-60' : 'h-[50vh]'}
        tabs={outcomes.map(([value, label, outcome]) => ({
          value,
          label,
          content: <Items id={id} outcome={outcome} />,
        }))}
      />
    </Dialog>
  )
}

/** The operation while it is pending; its results are refetched at each of its steps. */
function useOperation(id: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const operation = useQuery({
    ...api.bulk.get.queryOptions({ id }),
    refetchInterval: ({ state: { data } }) => (data?.endedAt == null ? refreshEveryMs : false),
  }).data
  const progress = operation && `${operation.done} ${operation.refused} ${operation.endedAt}`
  const items = api.bulk.items.pathFilter()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the results are read again when the progress has changed.
  useEffect(() => {
    if (progress !== undefined) queryClient.invalidateQueries(items)
  }, [progress])
  return operation
}

function Items({ id, outcome }: { id: string; outcome: 'done' | 'refused' | 'left' | undefined }) {
  const api = useApi()
  const items = useInfiniteQuery(
    api.bulk.items.infiniteQueryOptions(
      { id, limit: pageSize, ...(outcome && { outcome }) },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  )
  if (items.isPending) return <SkeletonRows label={bulkTexts.loadingResults} rows={6} />
  const rows = items.data?.pages.flatMap((page) => page.items) ?? []
  if (rows.length === 0) return <p className="p-3 text-muted">{bulkTexts.noResults}</p>
  return (
    <>
      <ul className="divide-y">
        {rows.map(({ place, runId, workflow, about, outcome: became, status, message, newRunId }) => (
          <li key={place} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-1 py-1.5 text-body">
            <Link href={runPath(runId)} title={runId} className="shrink-0 text-accent hover:underline">
              {workflow ?? bulkTexts.run} <span className="font-mono text-small">{shortId(runId)}</span>
            </Link>
            <AboutRun about={about} className="flex-none max-w-60" />
            {newRunId !== null && (
              <span className="text-muted">
                {bulkTexts.continuesAs}{' '}
                <Link
                  href={runPath(newRunId)}
                  title={newRunId}
                  className="font-mono text-small text-accent hover:underline"
                >
                  {shortId(newRunId)}
                </Link>
              </span>
            )}
            {status !== null && <StatusChip status={status} />}
            {became === 'refused' && <Chip tone="failed">{bulkTexts.refused}</Chip>}
            {became === 'left' && <Chip>{bulkTexts.skipped}</Chip>}
            {became === null && <Chip tone="active">{bulkTexts.waits}</Chip>}
            {message !== null && <span className="min-w-0 text-muted">{isolateSentence(message)}</span>}
          </li>
        ))}
      </ul>
      {items.hasNextPage && (
        <Button look="ghost" onClick={() => items.fetchNextPage()} disabled={items.isFetchingNextPage}>
          {bulkTexts.showMore}
        </Button>
      )}
    </>
  )
}

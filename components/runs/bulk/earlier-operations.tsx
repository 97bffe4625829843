'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Button, IconButton } from '#components/ui/controls/button.tsx'
import { SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { Instant } from '#components/ui/text/time.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { limits } from '#core/limits.ts'
import { bulkTexts } from '../texts/bulk.ts'
import { BulkResults } from './bulk-results.tsx'
import { bulkSentence } from './bulk-words.ts'

const pageSize = 50

/** The list of past bulk operations, as long as they are kept. */
export function EarlierOperations() {
  const [isOpen, setOpen] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  useOfferActions(
    useMemo(
      () => [
        {
          id: 'bulk.earlier',
          label: bulkTexts.bulkOperations,
          group: bulkTexts.runsLabel,
          perform: () => setOpen(true),
        },
      ],
      [],
    ),
  )
  return (
    <>
      <IconButton label={bulkTexts.bulkOperations} onClick={() => setOpen(true)}>
        <History />
      </IconButton>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={bulkTexts.bulkOperations}
        description={bulkTexts.bulkOperationsAreKeptFor(limits.bulk.keptDays)}
        footer={<Button onClick={() => setOpen(false)}>{bulkTexts.close}</Button>}
      >
        <Operations onOpen={setOpened} />
      </Dialog>
      {opened !== null && <BulkResults id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

function Operations({ onOpen }: { onOpen(id: string): void }) {
  const api = useApi()
  const list = useInfiniteQuery(
    api.bulk.earlier.infiniteQueryOptions(
      { limit: pageSize },
      { getNextPageParam: (page) => page.nextCursor, staleTime: 0 },
    ),
  )
  if (list.isPending) return <SkeletonRows label={bulkTexts.loadingOperations} rows={4} />
  if (list.isError) return <FailureState error={list.error} onRetry={() => list.refetch()} />
  const operations = list.data.pages.flatMap((page) => page.items)
  if (operations.length === 0) return <p className="text-muted">{bulkTexts.noBulkOperationsYet}</p>
  return (
    <>
      <ul aria-label={bulkTexts.bulkOperations} className="divide-y">
        {operations.map((operation) => (
          <li key={operation.id} className="flex items-center gap-3 py-1.5 text-body">
            <span className="grid min-w-0 flex-1">
              <span className="font-[550]">{bulkSentence(operation)}</span>
              <span className="text-small wrap-anywhere text-muted">
                {isolateText(operation.askedBy)}, <Instant at={operation.createdAt} />
                {operation.verb.reason && `: ${isolateText(operation.verb.reason)}`}
              </span>
            </span>
            <Button size="small" onClick={() => onOpen(operation.id)}>
              {bulkTexts.results}
            </Button>
          </li>
        ))}
      </ul>
      {list.hasNextPage && (
        <Button look="ghost" onClick={() => list.fetchNextPage()} disabled={list.isFetchingNextPage}>
          {bulkTexts.showMore}
        </Button>
      )}
    </>
  )
}

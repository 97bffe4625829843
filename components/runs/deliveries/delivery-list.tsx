'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Webhook as WebhookIcon } from 'lucide-react'
import type { Delivery, DeliveryState } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { SkeletonList } from '#components/ui/layout/skeleton.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import { deliveryTexts } from './texts/deliveries.ts'

export interface DeliveryListProps {
  /** The deliveries of one run, or of one webhook; of all when both are absent. */
  runId?: string
  webhookId?: string | undefined
  state?: DeliveryState | undefined
}

/** Attempts are in the log of no run, so the page asks for them: often while one waits. */
const WAITING_POLL_MS = 2_000
const POLL_MS = 10_000
const PAGE = 25

/** Deliveries to webhooks, the newest first. */
export function DeliveryList({ runId, webhookId, state }: DeliveryListProps) {
  const api = useApi()
  const filter = { ...(runId && { runId }), ...(webhookId && { webhookId }), ...(state && { state }) }
  const list = useInfiniteQuery(
    api.webhooks.deliveries.infiniteQueryOptions(
      { ...filter, limit: PAGE },
      {
        getNextPageParam: (page) => page.nextCursor,
        placeholderData: (previous) => previous,
        staleTime: 0,
        refetchInterval: ({ state: { data } }) =>
          data?.pages.some(({ items }) => items.some((item) => item.state === 'waiting')) ? WAITING_POLL_MS : POLL_MS,
      },
    ),
  )
  if (!list.data) {
    if (list.error) return <FailureState error={list.error} onRetry={() => list.refetch()} isOfList />
    return <SkeletonList label={deliveryTexts.loading} row="h-10" hasTwoLines={false} />
  }
  const items = list.data.pages.flatMap((page) => page.items)
  if (items.length === 0) return <NoDeliveries runId={runId} isFiltered={Boolean(webhookId || state)} />
  return (
    <div className="grid justify-items-start gap-3">
      <ul aria-label={deliveryTexts.deliveries} className="w-full divide-y overflow-hidden rounded-m border bg-surface">
        {items.map((delivery) => (
          <DeliveryRow
            key={delivery.id}
            delivery={delivery}
            isOfRun={runId !== undefined}
            isHeldBack={isHeldBack(delivery, items)}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {deliveryTexts.showMore}
        </Button>
      )}
    </div>
  )
}

/** Whether an earlier event of the run is tried again: deliveries of a run to a webhook go out in their order. */
function isHeldBack({ state, attempts, webhookId, runId, seq }: Delivery, items: readonly Delivery[]): boolean {
  if (state !== 'waiting' || attempts > 0) return false
  return items.some(
    (other) =>
      other.webhookId === webhookId &&
      other.runId === runId &&
      other.seq < seq &&
      other.state === 'waiting' &&
      other.attempts > 0,
  )
}

function NoDeliveries({ runId, isFiltered }: { runId: string | undefined; isFiltered: boolean }) {
  if (runId !== undefined) return <p className="text-muted">{deliveryTexts.noneOfRun}</p>
  return (
    <EmptyState
      icon={<WebhookIcon />}
      title={isFiltered ? deliveryTexts.noneFound : deliveryTexts.noneAtAll}
      className="w-full max-w-none rounded-m border bg-surface py-9"
    >
      {isFiltered ? deliveryTexts.noneFoundAbout : deliveryTexts.noneAbout}
    </EmptyState>
  )
}

'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { parseAsBoolean, parseAsString, useQueryStates } from 'nuqs'
import { useDeferredValue, useId, useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { Skeleton, SkeletonList } from '#components/ui/layout/skeleton.tsx'
import { limits } from '#core/limits.ts'
import { ReleaseDialog, type ReleasedLock } from './release-dialog.tsx'
import { ResourceTable } from './resource-table.tsx'
import { locksTexts } from './texts/locks.ts'
import { WaitSection } from './wait-section.tsx'

/** Locks change without an event of the page. */
const POLL_MS = 5_000
const PAGE = 50

/** The page of locks: resources with their holders and queues, and the wait-for graph. */
export function LocksPage() {
  const [{ prefix, resource, used }, setFilter] = useQueryStates(
    {
      prefix: parseAsString.withDefault(''),
      resource: parseAsString.withDefault(''),
      used: parseAsBoolean.withDefault(false),
    },
    { history: 'replace', clearOnDefault: true },
  )
  const [releasing, setReleasing] = useState<ReleasedLock | null>(null)
  const begins = useDeferredValue(prefix || resource)
  const api = useApi()
  const list = useInfiniteQuery(
    api.locks.list.infiniteQueryOptions(
      { limit: PAGE, inUse: used, ...(begins && { prefix: begins }) },
      {
        getNextPageParam: (page) => page.nextCursor,
        placeholderData: (previous) => previous,
        refetchInterval: POLL_MS,
      },
    ),
  )
  const items = list.data?.pages.flatMap((page) => page.items)
  const isFiltered = used || begins !== ''
  return (
    <>
      <TopBar crumbs={[{ label: locksTexts.locks }]} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {list.isPending && <LocksSkeleton />}
        {list.isError && !items && <FailureState error={list.error} onRetry={() => list.refetch()} />}
        {items?.length === 0 && !isFiltered && <NoResources />}
        {items && (items.length > 0 || isFiltered) && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-5 p-4 pb-8">
            <Filter
              prefix={prefix || resource}
              isUsed={used}
              onPrefix={(next) => void setFilter({ prefix: next || null, resource: null })}
              onUsed={(next) => void setFilter({ used: next || null })}
            />
            {items.length === 0 ? (
              <EmptyState
                icon={<Lock />}
                title={locksTexts.noneFound}
                className="w-full max-w-none rounded-m border bg-surface py-9"
                actions={<Button onClick={() => void setFilter(null)}>{locksTexts.clearFilter}</Button>}
              >
                {locksTexts.noneFoundAbout}
              </EmptyState>
            ) : (
              <ResourceTable items={items} open={resource} onRelease={setReleasing} />
            )}
            {list.hasNextPage && (
              <Button
                className="justify-self-start"
                disabled={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {locksTexts.showMore}
              </Button>
            )}
            <WaitSection pollMs={POLL_MS} />
          </div>
        )}
      </div>
      {releasing && <ReleaseDialog lock={releasing} onClose={() => setReleasing(null)} />}
    </>
  )
}

/** The filter and the framed table while both are loading. */
function LocksSkeleton() {
  return (
    <div className="grid gap-5 p-4 pb-8">
      <div className="flex h-8 items-center justify-between gap-4 max-sm:h-18 max-sm:items-start">
        <Skeleton className="w-72 max-w-full" />
        <Skeleton className="h-8 w-60 max-sm:hidden" />
      </div>
      <SkeletonList label={locksTexts.loading} rows={6} row="h-10" hasTwoLines={false} />
    </div>
  )
}

interface FilterProps {
  readonly prefix: string
  readonly isUsed: boolean
  onPrefix(prefix: string): void
  onUsed(isUsed: boolean): void
}

function Filter({ prefix, isUsed, onPrefix, onUsed }: FilterProps) {
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-60 flex-1 text-muted">{locksTexts.about}</p>
      <Input
        aria-label={locksTexts.search}
        placeholder={locksTexts.searchExample}
        className="w-60"
        maxLength={limits.envelope.resourceCharacters}
        value={prefix}
        onChange={(event) => onPrefix(event.target.value)}
      />
      <div className="flex items-center gap-2">
        <Checkbox id={id} checked={isUsed} onCheckedChange={(checked) => onUsed(checked === true)} />
        <label htmlFor={id}>{locksTexts.inUse}</label>
      </div>
    </div>
  )
}

function NoResources() {
  return (
    <EmptyState
      icon={<Lock />}
      title={locksTexts.noneYet}
      actions={
        <Button asChild>
          <PageLink href="/workflows">{locksTexts.openWorkflows}</PageLink>
        </Button>
      }
    >
      {locksTexts.noneYetAbout}
    </EmptyState>
  )
}

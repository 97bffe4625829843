'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import type { RegisteredTrigger } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useMay } from '#components/people/use-may.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { SkeletonList } from '#components/ui/layout/skeleton.tsx'
import { FiringRow } from './firing-row.tsx'
import { triggersTexts } from './texts/triggers.ts'

const states = ['waiting', 'started', 'delivered', 'skipped', 'failed'] as const
const all = '·all'
const PAGE = 25
const POLL_MS = 5_000

/** The firings of all triggers, filtered by trigger and outcome; the filter is in the address. */
export function FiringsSection({ triggers }: { triggers: readonly RegisteredTrigger[] }) {
  const maySee = useMay('run.read')
  const [{ trigger, state }, setFilter] = useQueryStates(
    { trigger: parseAsString.withDefault(''), state: parseAsStringLiteral(states) },
    { history: 'replace', clearOnDefault: true },
  )
  const shown = triggers.find(({ id }) => id === trigger)
  if (!maySee) return null
  return (
    <section aria-labelledby="firings" className="grid gap-3">
      <div className="flex flex-wrap items-end gap-x-3 gap-y-2">
        <div className="min-w-60 flex-1">
          <h2 id="firings" className="text-title">
            {triggersTexts.firings}
          </h2>
          <p className="text-muted">{triggersTexts.firingsAbout}</p>
        </div>
        <Select
          aria-label={triggersTexts.ofTrigger}
          className="w-56"
          value={shown?.id ?? all}
          onValueChange={(next) => void setFilter({ trigger: next === all ? null : next })}
          options={[
            { value: all, label: triggersTexts.allTriggers },
            ...triggers.map(({ id, workflow, workflowTitle, name }) => ({
              value: id,
              label: `${workflowTitle ?? workflow} ${name}`,
            })),
          ]}
        />
        <Select
          aria-label={triggersTexts.ofState}
          className="w-36"
          value={state ?? all}
          onValueChange={(next) => void setFilter({ state: states.find((one) => one === next) ?? null })}
          options={[
            { value: all, label: triggersTexts.anyState },
            ...states.map((one) => ({ value: one, label: triggersTexts.states[one] })),
          ]}
        />
      </div>
      <Firings filter={{ ...(shown && { triggerId: shown.id }), ...(state && { state }) }} />
    </section>
  )
}

interface Filter {
  readonly triggerId?: string
  readonly state?: (typeof states)[number]
}

function Firings({ filter }: { filter: Filter }) {
  const api = useApi()
  const list = useInfiniteQuery(
    api.triggers.firings.infiniteQueryOptions(
      { ...filter, limit: PAGE },
      {
        getNextPageParam: (page) => page.nextCursor,
        placeholderData: (previous) => previous,
        staleTime: 0,
        refetchInterval: POLL_MS,
      },
    ),
  )
  if (!list.data) {
    if (list.error) return <FailureState error={list.error} onRetry={() => list.refetch()} isOfList />
    return <SkeletonList label={triggersTexts.loadingFirings} row="h-10" hasTwoLines={false} />
  }
  const items = list.data.pages.flatMap((page) => page.items)
  const isFiltered = filter.triggerId !== undefined || filter.state !== undefined
  if (items.length === 0) {
    return (
      <EmptyState
        icon={<History />}
        title={isFiltered ? triggersTexts.noneFound : triggersTexts.noFirings}
        className="w-full max-w-none rounded-m border bg-surface py-9"
      >
        {isFiltered ? triggersTexts.noneFoundAbout : triggersTexts.noFiringsAbout}
      </EmptyState>
    )
  }
  return (
    <div className="grid justify-items-start gap-3">
      <ul aria-label={triggersTexts.firings} className="w-full divide-y overflow-hidden rounded-m border bg-surface">
        {items.map((firing) => (
          <FiringRow key={`${firing.triggerId} ${firing.key}`} firing={firing} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {triggersTexts.showMore}
        </Button>
      )}
    </div>
  )
}

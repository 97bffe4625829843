'use client'

import { useVirtualizer } from '@tanstack/react-virtual'
import { ListTree, Search, SearchX } from 'lucide-react'
import Link from 'next/link'
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { RunListQuery } from '#components/api/models.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { ReadFailure } from '#components/shell/failure/read-failure.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { HeadCell, RowGap } from '#components/ui/layout/table-parts.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { listTexts } from '../texts/list.ts'
import type { RunFilter } from './filters/use-run-filter.ts'
import { RunRow, rowHeight, wideOnly, widestOnly } from './run-row.tsx'
import { isChosen, useSelection } from './selection-store.ts'
import { useShownStatuses } from './shown-statuses.ts'
import { useRunsList } from './use-runs-list.ts'
import { useScrollAnchor } from './use-scroll-anchor.ts'

const rowsAhead = 12
/** On a phone a row says which run it is, how it stands and when it began. */
const columns = [
  ['Workflow', ''],
  ['Status', ''],
  ['Version', widestOnly],
  ['Activity', wideOnly],
  ['Duration', widestOnly],
  ['Started', ''],
] as const

export function RunsTable({ filter, query }: { filter: RunFilter; query: RunListQuery }) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const { list, rows } = useRunsList(query, opened)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: rowsAhead,
    getItemKey: (index) => rows[index]?.run.runId ?? index,
  })
  useScrollAnchor(scroller, rows)

  const runIds = useMemo(() => rows.map(({ run }) => run.runId), [rows])
  useEffect(() => useShownStatuses.setState(new Map(rows.map(({ run }) => [run.runId, run.status])), true), [rows])
  const choose = useEffectEvent((runId: string, range: boolean) => {
    useSelection.getState().toggle(runId, range ? runIds : undefined)
  })
  const onChoose = useCallback((runId: string, range: boolean) => choose(runId, range), [])
  useRowKeys(scroller)

  const shown = virtual.getVirtualItems()
  const lastShown = shown.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  const mayAsk = hasNextPage && !isFetchingNextPage && !isFetchNextPageError
  useEffect(() => {
    if (mayAsk && lastShown >= rows.length - rowsAhead) void fetchNextPage()
  }, [lastShown, rows.length, mayAsk, fetchNextPage])

  if (list.isPending) return <SkeletonRows label={listTexts.loadingRuns} rows={14} hasHead />
  if (list.isError && rows.length === 0) return <FailureState error={list.error} onRetry={() => list.refetch()} />
  if (rows.length === 0) return <NoRuns filter={filter} />

  const toggle = (runId: string) =>
    setOpened((current) => {
      const next = new Set(current)
      if (!next.delete(runId)) next.add(runId)
      return next
    })
  const above = shown[0]?.start ?? 0
  const spaceBelow = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0)
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-auto [overflow-anchor:none]">
      <table
        className="w-full min-w-270 table-fixed max-xl:min-w-240 max-lg:min-w-0 border-separate border-spacing-0"
        aria-rowcount={hasNextPage ? -1 : rows.length + 1}
      >
        <caption className="sr-only">{listTexts.runsNewestFirst}</caption>
        <colgroup>
          <col className="w-9" />
          <col className="w-88 max-xl:w-64 max-lg:w-56 max-sm:w-auto" />
          <col className="w-56 max-sm:w-12" />
          <col className={`w-18 ${widestOnly}`} />
          <col className={wideOnly} />
          <col className={`w-24 ${widestOnly}`} />
          <col className="w-34 max-xl:w-30 max-sm:w-24" />
        </colgroup>
        <thead>
          <tr>
            <HeadCell className="bg-bg py-1.75 pr-0 pl-4">
              <ChooseAll runIds={runIds} />
            </HeadCell>
            {columns.map(([column, shown]) => (
              <HeadCell key={column} className={classNames('bg-bg py-1.75 whitespace-nowrap nth-2:pl-2', shown)}>
                {column}
              </HeadCell>
            ))}
          </tr>
        </thead>
        <tbody>
          <RowGap height={above} />
          {shown.map(({ index, key }) => {
            const row = rows[index]
            return row && <RunRow key={key} row={row} index={index} onToggle={toggle} onChoose={onChoose} />
          })}
          <RowGap height={spaceBelow} />
        </tbody>
      </table>
      {isFetchingNextPage && <SkeletonRows label={listTexts.loadingMoreRuns} rows={3} />}
      {isFetchNextPageError && !isFetchingNextPage && <ReadFailure error={list.error} onRetry={fetchNextPage} />}
    </div>
  )
}

/** Chooses every run that the list has loaded, or none. */
function ChooseAll({ runIds }: { runIds: readonly string[] }) {
  const selection = useSelection()
  const isAll = runIds.length > 0 && runIds.every((runId) => isChosen(selection, runId))
  const isSome = runIds.some((runId) => isChosen(selection, runId)) || selection.chosen.size > 0
  return (
    <Checkbox
      aria-label={listTexts.selectAllRunsShown}
      checked={isAll || (isSome ? 'indeterminate' : false)}
      onCheckedChange={() => (isAll ? useSelection.getState().clear() : useSelection.getState().choose(runIds))}
    />
  )
}

function NoRuns({ filter }: { filter: RunFilter }) {
  if (filter.isFiltered) {
    return (
      <EmptyState icon={<SearchX />} title={listTexts.noRunsMatch} actions={<WiderSearches filter={filter} />}>
        {listTexts.newMatchesAppearHereAutomatically}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<ListTree />}
      title={listTexts.noRunsYet}
      actions={
        <Button look="primary" asChild>
          <Link href="/workflows">{listTexts.selectWorkflowToRun}</Link>
        </Button>
      }
    >
      {listTexts.everyRunAppearsHereWith}
    </EmptyState>
  )
}

/** What finds more than the filter: the whole input and state, the runs of sub-workflows, or all runs. */
function WiderSearches({ filter: { filter, query, setFilter, clear } }: { filter: RunFilter }) {
  const text = filter.q.trim()
  return (
    <>
      {text !== '' && (
        <Button look="primary" icon={<Search />} onClick={() => setFilter({ q: '', within: text })}>
          {listTexts.searchInInputAndState(isolateText(text))}
        </Button>
      )}
      {query?.rootsOnly && (
        <Button icon={<ListTree />} onClick={() => setFilter({ children: true })}>
          {listTexts.includeSubWorkflowRuns}
        </Button>
      )}
      <Button onClick={clear}>{listTexts.clearAllFilters}</Button>
    </>
  )
}

/** j and k walk through the rows; Enter opens the one in focus, as it is a link. */
function useRowKeys(scroller: React.RefObject<HTMLDivElement | null>) {
  const actions = useMemo(() => {
    const move = (by: 1 | -1) => {
      const links = [...(scroller.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
      const current = links.indexOf(document.activeElement as HTMLElement)
      const next = current === -1 ? links.at(by === 1 ? 0 : -1) : links[current + by]
      next?.focus()
    }
    const group = 'Runs'
    return [
      { id: 'runs.next', label: listTexts.nextRun, group, shortcut: 'j', perform: () => move(1) },
      { id: 'runs.previous', label: listTexts.previousRun, group, shortcut: 'k', perform: () => move(-1) },
      {
        id: 'runs.choose',
        label: listTexts.selectOrDeselectRun,
        group,
        shortcut: 'x',
        perform: () => {
          const runId = (document.activeElement as HTMLElement | null)?.dataset.rowLink
          if (runId) useSelection.getState().toggle(runId)
        },
      },
    ]
  }, [scroller])
  useOfferActions(actions)
}

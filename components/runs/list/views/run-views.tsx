'use client'

import { skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import type { Tone } from '#components/ui/layout/tone.ts'
import { countOf, isGroup, type StatusGroup, statusGroups } from '../../status-groups.ts'
import { listTexts } from '../../texts/list.ts'
import { isNarrowed } from '../filters/run-query.ts'
import { type RunFilter, workflowOfGrid } from '../filters/use-run-filter.ts'
import { SavedViews } from './saved-views.tsx'
import { View } from './view-button.tsx'

/** Views by awaited person or signal, which no status tells. For a wait at any depth the root is listed. */
const waiting = [
  { waits: 'person', label: listTexts.waitingForPeople },
  { waits: 'signal', label: listTexts.waitingForSignals },
] as const

/** Tabs of statuses on top of the other conditions: a count is the number of rows behind its tab. */
const views: readonly { group: StatusGroup; label: string; tone: Tone }[] = [
  { group: 'progress', label: listTexts.inProgress, tone: 'active' },
  { group: 'completed', label: listTexts.completed, tone: 'done' },
]

/** The most frequent queries, each with its count. */
export function RunViews({ filter: { filter, query, setFilter, queryWith } }: { filter: RunFilter }) {
  const api = useApi()
  const isByCause = filter.by === 'cause'
  const isByStep = workflowOfGrid(filter) !== null
  // The counts apply to the list behind the tab: failures by cause count child runs, too.
  const by = isByStep ? ('step' as const) : ('' as const)
  const count = (status: readonly string[], trouble = '', waits = '') =>
    api.runs.count.queryOptions(queryWith({ status, trouble, waits, by }) ?? skipToken, {
      placeholderData: (previous) => (query === null ? undefined : previous),
    })
  const all = useQuery(count([])).data
  const attention = useQuery(count([], 'any')).data
  // Without other conditions, the count of all runs is exact.
  const isWhole =
    query !== null &&
    !isNarrowed({ ...filter, status: [], trouble: '', waits: '', workflow: '' }) &&
    !filter.tests &&
    !filter.children
  const ofWorkflow = filter.workflow ? { workflow: filter.workflow } : {}
  const whole = useQuery(api.runs.counts.queryOptions(ofWorkflow, { enabled: isWhole })).data
  const narrowed = useQueries({
    queries: views.map(({ group }) => ({ ...count(statusGroups[group]), enabled: !isWhole })),
  })
  const waitCounts = useQueries({ queries: waiting.map(({ waits }) => count([], '', waits)) })
  const isAtRest = !isByCause && filter.trouble === '' && filter.waits === ''
  const show = (status: readonly string[], trouble = '', waits = '') =>
    setFilter({ status: [...status], trouble, waits, by })
  return (
    <fieldset
      className="flex flex-wrap items-center gap-1.5 max-sm:w-full max-sm:flex-nowrap max-sm:overflow-x-auto"
      aria-label={listTexts.views}
    >
      <View
        label={listTexts.all}
        tone="idle"
        count={all}
        isOn={isAtRest && filter.status.length === 0}
        onSelect={() => show([])}
      />
      <View
        label={listTexts.needsAttention}
        tone="failed"
        count={attention}
        isOn={!isByCause && filter.trouble === 'any'}
        onSelect={() => show([], 'any')}
      />
      {waiting.map(({ waits, label }, index) => (
        <View
          key={waits}
          label={label}
          tone="human"
          count={waitCounts[index]?.data}
          isOn={!isByCause && filter.trouble === '' && filter.status.length === 0 && filter.waits === waits}
          onSelect={() => show([], '', waits)}
        />
      ))}
      {views.map(({ group, label, tone }, index) => (
        <View
          key={group}
          label={label}
          tone={tone}
          count={isWhole ? whole && exactly(countOf(whole, statusGroups[group])) : narrowed[index]?.data}
          isOn={isAtRest && isGroup(filter.status, group)}
          onSelect={() => show(statusGroups[group])}
        />
      ))}
      <View
        label={listTexts.failuresByCause}
        tone="failed"
        count={undefined}
        isOn={isByCause}
        onSelect={() => setFilter({ status: [], trouble: '', waits: '', cause: '', by: isByCause ? '' : 'cause' })}
      />
      {filter.workflow !== '' && (
        <View
          label={listTexts.stepsAcrossRuns}
          tone="idle"
          count={undefined}
          isOn={isByStep}
          onSelect={() => setFilter({ by: isByStep ? '' : 'step' })}
        />
      )}
      <SavedViews />
    </fieldset>
  )
}

const exactly = (count: number) => ({ count, more: false })

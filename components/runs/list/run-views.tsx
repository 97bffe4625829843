'use client'

import { skipToken, useQueries, useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import type { Tone } from '#components/ui/tone.ts'
import { countOf, isGroup, type StatusGroup, statusGroups } from '../status-groups.ts'
import { isNarrowed } from './run-query.ts'
import { SavedViews } from './saved-views.tsx'
import { type RunFilter, workflowOfGrid } from './use-run-filter.ts'
import { View } from './view-button.tsx'

/** What is awaited, which no status tells: of every run that waits in some depth, its root. */
const waiting = [
  { waits: 'person', label: 'Waiting for people' },
  { waits: 'signal', label: 'Waiting for signals' },
] as const

/** Tabs of statuses over whatever else the list is narrowed to: a count says what its tab will show. */
const views: readonly { group: StatusGroup; label: string; tone: Tone }[] = [
  { group: 'progress', label: 'In progress', tone: 'active' },
  { group: 'completed', label: 'Completed', tone: 'done' },
]

/** The questions that are asked most, each with its count. */
export function RunViews({ filter: { filter, query, setFilter, queryWith } }: { filter: RunFilter }) {
  const api = useApi()
  const isByCause = filter.by === 'cause'
  const isByStep = workflowOfGrid(filter) !== null
  // Of the list that opens there: failures by cause count the runs below others, too.
  const by = isByStep ? ('step' as const) : ('' as const)
  const count = (status: readonly string[], trouble = '', waits = '') =>
    api.runs.count.queryOptions(queryWith({ status, trouble, waits, by }) ?? skipToken, {
      placeholderData: (previous) => (query === null ? undefined : previous),
    })
  const all = useQuery(count([])).data
  const failed = useQuery(count([], 'failed')).data
  // Where nothing else is asked for, all runs are counted to the last.
  const isWhole =
    query !== null && !isNarrowed({ ...filter, status: [], trouble: '', waits: '', workflow: '' }) && !filter.tests
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
    <fieldset className="flex flex-wrap items-center gap-1.5" aria-label="Views">
      <View
        label="All"
        tone="idle"
        count={all}
        isOn={isAtRest && filter.status.length === 0}
        onSelect={() => show([])}
      />
      <View
        label="Needs attention"
        tone="failed"
        count={failed}
        isOn={!isByCause && filter.trouble === 'failed'}
        onSelect={() => show([], 'failed')}
      />
      {waiting.map(({ waits, label }, place) => (
        <View
          key={waits}
          label={label}
          tone="human"
          count={waitCounts[place]?.data}
          isOn={!isByCause && filter.trouble === '' && filter.status.length === 0 && filter.waits === waits}
          onSelect={() => show([], '', waits)}
        />
      ))}
      {views.map(({ group, label, tone }, place) => (
        <View
          key={group}
          label={label}
          tone={tone}
          count={isWhole ? whole && exactly(countOf(whole, statusGroups[group])) : narrowed[place]?.data}
          isOn={isAtRest && isGroup(filter.status, group)}
          onSelect={() => show(statusGroups[group])}
        />
      ))}
      <View
        label="Failures by cause"
        tone="failed"
        count={undefined}
        isOn={isByCause}
        onSelect={() => setFilter({ status: [], trouble: '', waits: '', cause: '', by: isByCause ? '' : 'cause' })}
      />
      {filter.workflow !== '' && (
        <View
          label="Steps across runs"
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

'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import type { Tone } from '#components/ui/tone.ts'
import { countOf, isGroup, type StatusGroup, statusGroups } from '../status-groups.ts'
import { SavedViews } from './saved-views.tsx'
import type { RunFilter } from './use-run-filter.ts'
import { View } from './view-button.tsx'

const views: readonly { group: StatusGroup; label: string; tone: Tone }[] = [
  { group: 'people', label: 'Waiting for people', tone: 'human' },
  { group: 'progress', label: 'In progress', tone: 'active' },
  { group: 'completed', label: 'Completed', tone: 'done' },
]

/** The questions that are asked most, each with its count. */
export function RunViews({ filter: { filter, setFilter } }: { filter: RunFilter }) {
  const api = useApi()
  const ofWorkflow = filter.workflow ? { workflow: filter.workflow } : {}
  const counts = useQuery(api.runs.counts.queryOptions(ofWorkflow)).data
  const failed = useQuery(api.runs.count.queryOptions({ ...ofWorkflow, trouble: 'failed' })).data
  // What the plain list shows: sub-workflows are folded under their parents.
  const all = useQuery(
    api.runs.count.queryOptions({
      ...ofWorkflow,
      rootsOnly: !filter.children,
      ...(filter.tests && { tests: 'with' as const }),
    }),
  ).data
  const isByCause = filter.by === 'cause'
  const isAtRest = !isByCause && filter.trouble === ''
  const show = (status: readonly string[], trouble = '') => setFilter({ status: [...status], trouble, by: '' })
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
      {views.map(({ group, label, tone }) => (
        <View
          key={group}
          label={label}
          tone={tone}
          count={counts && exactly(countOf(counts, statusGroups[group]))}
          isOn={isAtRest && isGroup(filter.status, group)}
          onSelect={() => show(statusGroups[group])}
        />
      ))}
      <View
        label="Failures by cause"
        tone="failed"
        count={undefined}
        isOn={isByCause}
        onSelect={() => setFilter({ status: [], trouble: '', cause: '', by: isByCause ? '' : 'cause' })}
      />
      <SavedViews />
    </fieldset>
  )
}

const exactly = (count: number) => ({ count, more: false })

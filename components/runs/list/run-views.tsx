'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import type { Tone } from '#components/ui/tone.ts'
import { countAll, countOf, isGroup, type StatusGroup, statusGroups } from '../status-groups.ts'
import { SavedViews } from './saved-views.tsx'
import type { RunFilter } from './use-run-filter.ts'
import { View } from './view-button.tsx'

const views: readonly { group: StatusGroup; label: string; tone: Tone }[] = [
  { group: 'attention', label: 'Needs attention', tone: 'failed' },
  { group: 'people', label: 'Waiting for people', tone: 'human' },
  { group: 'progress', label: 'In progress', tone: 'active' },
  { group: 'completed', label: 'Completed', tone: 'done' },
]

/** The questions that are asked most, each with its count. */
export function RunViews({ filter: { filter, setFilter } }: { filter: RunFilter }) {
  const api = useApi()
  const counts = useQuery(api.runs.counts.queryOptions(filter.workflow ? { workflow: filter.workflow } : {})).data
  const isByCause = filter.by === 'cause'
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5" aria-label="Views">
      <View
        label="All"
        tone="idle"
        count={counts && countAll(counts)}
        isOn={!isByCause && filter.status.length === 0}
        onSelect={() => setFilter({ status: [], by: '' })}
      />
      {views.map(({ group, label, tone }) => (
        <View
          key={group}
          label={label}
          tone={tone}
          count={counts && countOf(counts, statusGroups[group])}
          isOn={!isByCause && isGroup(filter.status, group)}
          onSelect={() => setFilter({ status: [...statusGroups[group]], by: '' })}
        />
      ))}
      <View
        label="Failures by cause"
        tone="failed"
        count={undefined}
        isOn={isByCause}
        onSelect={() => setFilter({ status: [], cause: '', by: isByCause ? '' : 'cause' })}
      />
      <SavedViews />
    </fieldset>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { classNames } from '#components/ui/class-names.ts'
import { type Tone, toneClasses } from '#components/ui/tone.ts'
import { countAll, countOf, isGroup, type StatusGroup, statusGroups } from '../status-groups.ts'
import type { RunFilter } from './use-run-filter.ts'

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
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5" aria-label="Views">
      <View
        label="All"
        tone="idle"
        count={counts && countAll(counts)}
        isOn={filter.status.length === 0}
        onSelect={() => setFilter({ status: [] })}
      />
      {views.map(({ group, label, tone }) => (
        <View
          key={group}
          label={label}
          tone={tone}
          count={counts && countOf(counts, statusGroups[group])}
          isOn={isGroup(filter.status, group)}
          onSelect={() => setFilter({ status: [...statusGroups[group]] })}
        />
      ))}
    </fieldset>
  )
}

interface ViewProps {
  label: string
  tone: Tone
  count: number | undefined
  isOn: boolean
  onSelect(): void
}

function View({ label, tone, count, isOn, onSelect }: ViewProps) {
  const isEmpty = !count
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onSelect}
      className={classNames(
        'inline-flex h-6 items-center gap-1.5 rounded-[6px] border border-transparent px-1.75 text-[11.5px] font-[550] whitespace-nowrap',
        isEmpty ? 'text-muted hover:bg-hover' : [toneClasses[tone], 'bg-tone-soft text-tone'],
        isOn && 'border-current',
      )}
    >
      {label}
      {count !== undefined && <span className="tabular-nums">{count.toLocaleString('en-GB')}</span>}
    </button>
  )
}

'use client'

import { X } from 'lucide-react'
import { memo, useMemo } from 'react'
import { SearchBox } from '#components/shell/search-box.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { FilterFold } from '#components/ui/controls/filter-fold.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import type { RunEvent } from '#core/run/event.ts'
import { runTexts } from '../../texts/run.ts'
import { eventGroups, groupLabels, type HistoryFilter, stepsIn } from './history-filter.ts'

const allSteps = '*'

export interface HistoryToolbarProps {
  events: readonly RunEvent[]
  filter: HistoryFilter
  onFilter(filter: Partial<HistoryFilter>): void
  found: number
  /** The selected step, which comes first among the choices. */
  selected: string | null
}

/** Narrows the history by kind of event, by step and by text. */
export const HistoryToolbar = memo(function HistoryToolbar({
  events,
  filter,
  onFilter,
  found,
  selected,
}: HistoryToolbarProps) {
  const { groups, step, text } = filter
  const steps = useMemo(() => stepsIn(events), [events])
  const options = useMemo(() => {
    const first = [...new Set([selected, step])].filter((name) => name !== null)
    const names = [...first, ...steps.filter((name) => !first.includes(name))]
    return [{ value: allSteps, label: runTexts.allSteps }, ...names.map((name) => ({ value: `=${name}`, label: name }))]
  }, [steps, step, selected])
  const isNarrowed = groups.length > 0 || step !== null || text !== ''
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b px-3 py-1">
      <SearchBox
        value={text}
        onChange={(next) => onFilter({ text: next })}
        label={runTexts.searchHistory}
        placeholder={runTexts.search}
        action={{ label: runTexts.searchHistory, group: runTexts.thisRun }}
        className="w-44 max-sm:grow max-sm:basis-40"
      />
      <FilterFold count={groups.length + (step === null ? 0 : 1)}>
        <Select
          aria-label={runTexts.eventsOfStep}
          className="h-6.5 w-32 text-body"
          value={step === null ? allSteps : `=${step}`}
          onValueChange={(value) => onFilter({ step: value === allSteps ? null : value.slice(1) })}
          options={options}
        />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would stand in the way of the one line that this is */}
        <div role="group" aria-label={runTexts.filterEvents} className="flex flex-wrap gap-1">
          {eventGroups.map((group) => {
            const isOn = groups.includes(group)
            return (
              <button
                key={group}
                type="button"
                aria-pressed={isOn}
                onClick={() => onFilter({ groups: isOn ? groups.filter((one) => one !== group) : [...groups, group] })}
                className="h-6 rounded-full border px-2 text-small text-muted hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
              >
                {groupLabels[group]}
              </button>
            )
          })}
        </div>
      </FilterFold>
      <p role="status" className="ml-auto text-small text-muted">
        {isNarrowed ? runTexts.of(formatNumber(found), formatNumber(events.length)) : ''}
      </p>
      {isNarrowed && (
        <Button look="ghost" size="small" icon={<X />} onClick={() => onFilter({ groups: [], step: null, text: '' })}>
          {runTexts.allEvents}
        </Button>
      )}
    </div>
  )
})

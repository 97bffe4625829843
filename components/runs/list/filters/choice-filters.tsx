'use client'

import { useQuery } from '@tanstack/react-query'
import { useApi } from '#components/api/trpc.ts'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { StatusChip } from '#components/ui/controls/chip.tsx'
import { rowClasses } from '#components/ui/overlay/popup.ts'
import { statusWord } from '#core/run/status-words.ts'
import { statuses } from '#core/run/statuses.ts'
import { listFiltersTexts } from '../../texts/list-filters.ts'
import { FilterPill } from './filter-pill.tsx'

export interface ChoiceProps<Value> {
  value: Value
  onChange(value: Value): void
}

const choiceClasses = `${rowClasses} text-left hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent`

export function StatusFilter({ value, onChange }: { value: readonly string[]; onChange(value: string[]): void }) {
  const label =
    value.length === 0
      ? 'status'
      : listFiltersTexts.statusIs(
          value.length === 1 ? statusWord(value[0] ?? '').toLowerCase() : listFiltersTexts.oneOf(value.length),
        )
  return (
    <FilterPill
      label={label}
      isOn={value.length > 0}
      onClear={() => onChange([])}
      clearLabel={listFiltersTexts.anyStatus}
    >
      <div className="grid max-h-80 overflow-y-auto">
        {statuses.map((status) => (
          <div key={status} className="flex h-8 items-center gap-2.5 px-2">
            <Checkbox
              id={`status-${status}`}
              checked={value.includes(status)}
              onCheckedChange={(checked) =>
                onChange(checked === true ? [...value, status] : value.filter((other) => other !== status))
              }
            />
            <label htmlFor={`status-${status}`}>
              <StatusChip status={status} />
            </label>
          </div>
        ))}
      </div>
    </FilterPill>
  )
}

export function WorkflowFilter({ value, onChange }: ChoiceProps<string>) {
  const api = useApi()
  const names = useQuery(api.workflows.names.queryOptions()).data ?? []
  return (
    <FilterPill
      label={value === '' ? 'workflow' : listFiltersTexts.workflowIs(value)}
      isOn={value !== ''}
      onClear={() => onChange('')}
      clearLabel={listFiltersTexts.anyWorkflow}
    >
      <div className="grid max-h-80 min-w-52 overflow-y-auto">
        {names.length === 0 && <p className="px-2 py-1 text-muted">{listFiltersTexts.noWorkflowsYet}</p>}
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === value}
            onClick={() => onChange(name === value ? '' : name)}
            className={choiceClasses}
          >
            {name}
          </button>
        ))}
      </div>
    </FilterPill>
  )
}

export interface Choice {
  readonly value: string
  readonly label: string
}

/** A choice of one value, as rows of a popup. */
export function Choices({ choices, value, onChange }: ChoiceProps<string> & { choices: readonly Choice[] }) {
  return (
    <div className="grid">
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChange(choice.value === value ? '' : choice.value)}
          className={choiceClasses}
        >
          {choice.label}
        </button>
      ))}
    </div>
  )
}

'use client'

import { useQuery } from '@tanstack/react-query'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { SearchBox } from '#components/shell/search-box.tsx'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { StatusChip } from '#components/ui/chip.tsx'
import { Popover } from '#components/ui/popover.tsx'
import { rowClasses } from '#components/ui/popup.ts'
import { statuses } from '#core/run/views.ts'
import type { RunFilter } from './use-run-filter.ts'

const pillClasses = 'inline-flex h-6.5 items-center gap-1.5 rounded-s border px-2.25 text-[12.5px]'
const offClasses = 'border-dashed border-line-strong text-muted hover:text-ink'
const onClasses = 'border-line-strong bg-hover text-ink'

/** What the list is narrowed to. Everything here stands in the address. */
export function RunFilters({ filter: { filter, setFilter, isFiltered, isSearched } }: { filter: RunFilter }) {
  return (
    <search className="flex flex-wrap items-center gap-1.75 border-b bg-surface px-4 py-2.5">
      <SearchBox
        value={filter.q}
        onChange={(q) => setFilter({ q })}
        label="Search by workflow, id, tag or error"
        placeholder="Workflow, id, tag or error"
        action={{ label: 'Search the runs', group: 'Runs' }}
      />
      <StatusFilter value={filter.status} onChange={(status) => setFilter({ status })} />
      <WorkflowFilter value={filter.workflow} onChange={(workflow) => setFilter({ workflow })} />
      {!isSearched && (
        <div className="flex h-6.5 items-center gap-2 px-1 text-[12.5px]">
          <Checkbox
            id="show-children"
            checked={filter.children}
            onCheckedChange={(checked) => setFilter({ children: checked === true })}
          />
          <label htmlFor="show-children" className="text-muted">
            Sub-workflows as rows
          </label>
        </div>
      )}
      <div className="flex h-6.5 items-center gap-2 px-1 text-[12.5px]">
        <Checkbox
          id="show-tests"
          checked={filter.tests}
          onCheckedChange={(checked) => setFilter({ tests: checked === true })}
        />
        <label htmlFor="show-tests" className="text-muted">
          Test runs
        </label>
      </div>
      {isFiltered && (
        <Button
          look="ghost"
          size="small"
          className="ml-auto"
          onClick={() => setFilter({ status: [], workflow: '', q: '' })}
        >
          Clear all filters
        </Button>
      )}
    </search>
  )
}

interface PillProps {
  label: string
  isOn: boolean
  onClear(): void
  clearLabel: string
  children: ReactNode
}

function Pill({ label, isOn, onClear, clearLabel, children }: PillProps) {
  return (
    <span className={`${pillClasses} ${isOn ? onClasses : offClasses} gap-0 px-0`}>
      <Popover
        label={label}
        trigger={
          <button type="button" className="flex h-full items-center gap-1.5 rounded-s px-2.25">
            {!isOn && <Plus className="size-3" />}
            {label}
          </button>
        }
      >
        {children}
      </Popover>
      {isOn && (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={onClear}
          className="grid size-6 place-items-center hover:text-failed"
        >
          <X className="size-3" />
        </button>
      )}
    </span>
  )
}

function StatusFilter({ value, onChange }: { value: readonly string[]; onChange: (value: string[]) => void }) {
  const label = value.length === 0 ? 'status' : `status is ${value.length === 1 ? value[0] : `one of ${value.length}`}`
  return (
    <Pill label={label} isOn={value.length > 0} onClear={() => onChange([])} clearLabel="Any status">
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
    </Pill>
  )
}

function WorkflowFilter({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const api = useApi()
  const names = useQuery(api.workflows.names.queryOptions()).data ?? []
  return (
    <Pill
      label={value === '' ? 'workflow' : `workflow is ${value}`}
      isOn={value !== ''}
      onClear={() => onChange('')}
      clearLabel="Any workflow"
    >
      <div className="grid max-h-80 min-w-52 overflow-y-auto">
        {names.length === 0 && <p className="px-2 py-1 text-muted">There are no workflows yet.</p>}
        {names.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === value}
            onClick={() => onChange(name === value ? '' : name)}
            className={`${rowClasses} hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent`}
          >
            {name}
          </button>
        ))}
      </div>
    </Pill>
  )
}

'use client'

import { Star } from 'lucide-react'
import { SearchBox } from '#components/shell/search-box.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { workflowsTexts } from './texts/workflows.ts'
import { lastRuns, sorts, type WorkflowList } from './use-workflow-list.ts'

const lastOptions = [
  { value: 'any', label: workflowsTexts.anyLastRun },
  { value: 'failed', label: workflowsTexts.lastRunFailed },
  { value: 'people', label: workflowsTexts.lastRunPeople },
  { value: 'progress', label: workflowsTexts.lastRunProgress },
  { value: 'completed', label: workflowsTexts.lastRunCompleted },
]
const sortOptions = [
  { value: 'updated', label: workflowsTexts.sortUpdated },
  { value: 'name', label: workflowsTexts.sortName },
  { value: 'last_run', label: workflowsTexts.sortLastRun },
]

export function WorkflowFilters({ list: { params, setParams } }: { list: WorkflowList }) {
  return (
    <search className="flex flex-wrap items-center gap-x-3 gap-y-2 border-b bg-surface px-4 py-2.5">
      <SearchBox
        value={params.q}
        onChange={(q) => void setParams({ q })}
        label={workflowsTexts.searchByNameOrDescription}
        placeholder={workflowsTexts.nameOrDescription}
        action={{ label: workflowsTexts.searchWorkflows, group: workflowsTexts.workflows }}
        className="w-72"
      />
      <Select
        aria-label={workflowsTexts.lastRunFilter}
        value={params.last ?? 'any'}
        options={lastOptions}
        onValueChange={(value) => void setParams({ last: lastRuns.find((each) => each === value) ?? null })}
        className="w-48 max-sm:w-auto max-sm:flex-1"
      />
      <Select
        aria-label={workflowsTexts.sortBy}
        value={params.sort}
        options={sortOptions}
        onValueChange={(value) => void setParams({ sort: sorts.find((each) => each === value) ?? null })}
        className="w-42 max-sm:w-auto max-sm:flex-1"
      />
      <button
        type="button"
        aria-pressed={params.favourites}
        onClick={() => void setParams({ favourites: !params.favourites })}
        className="flex h-7 items-center gap-1.5 rounded-s border border-line-strong bg-surface px-2.5 font-medium text-muted hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
      >
        <Star aria-hidden="true" className="size-3.5" />
        {workflowsTexts.favourites}
      </button>
      <div className="flex items-center gap-2">
        <Checkbox
          id="show-archived"
          checked={params.archived}
          onCheckedChange={(checked) => void setParams({ archived: checked === true })}
        />
        <label htmlFor="show-archived" className="text-muted">
          {workflowsTexts.archived}
        </label>
      </div>
    </search>
  )
}

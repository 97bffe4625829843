'use client'

import { Star } from 'lucide-react'
import { authorName } from '#components/designer/model/saving/author-name.tsx'
import { useNames } from '#components/people/use-names.ts'
import { SearchBox } from '#components/shell/search-box.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { FilterFold } from '#components/ui/controls/filter-fold.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { TagFilter } from './tag-filter.tsx'
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

/** The filters of the list, kept in the address. */
export function WorkflowFilters({ list }: { list: WorkflowList }) {
  const { params, setParams, isFiltered, clear } = list
  const count = [params.last, params.favourites, params.archived, params.by !== ''].filter(Boolean).length
  return (
    <search className="flex flex-wrap items-center gap-2 border-b bg-surface px-4 py-2.5">
      <SearchBox
        value={params.q}
        onChange={(q) => void setParams({ q })}
        label={workflowsTexts.search}
        placeholder={workflowsTexts.titleDescriptionOrTag}
        action={{ label: workflowsTexts.searchWorkflows, group: workflowsTexts.workflows }}
      />
      <FilterFold count={count + params.tag.length}>
        <Select
          aria-label={workflowsTexts.lastRunFilter}
          value={params.last ?? 'any'}
          options={lastOptions}
          onValueChange={(value) => void setParams({ last: lastRuns.find((each) => each === value) ?? null })}
          className="w-48 max-sm:w-auto max-sm:flex-1"
        />
        <EditorFilter list={list} />
        <TagFilter list={list} />
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
      </FilterFold>
      {isFiltered && (
        <Button look="ghost" size="small" className="ml-auto" onClick={clear}>
          {workflowsTexts.clearAllFilters}
        </Button>
      )}
    </search>
  )
}

const anyone = 'any'
const idPrefix = 'id:'

/** Offered where several people edit workflows. */
function EditorFilter({ list: { params, setParams, facets } }: { list: WorkflowList }) {
  const { person } = useNames()
  const missing = params.by === '' || facets.editors.some(({ value }) => value === params.by) ? [] : [params.by]
  const editors = [...facets.editors, ...missing.map((value) => ({ value, count: 0 }))]
  if (editors.length < 2 && params.by === '') return null
  return (
    <Select
      aria-label={workflowsTexts.editedByFilter}
      value={params.by === '' ? anyone : `${idPrefix}${params.by}`}
      options={[
        { value: anyone, label: workflowsTexts.editedByAnyone },
        ...editors.map(({ value, count }) => ({
          value: `${idPrefix}${value}`,
          label: workflowsTexts.editedByCount(authorName(value, person, workflowsTexts.you), formatNumber(count)),
        })),
      ]}
      onValueChange={(value) => void setParams({ by: value === anyone ? null : value.slice(idPrefix.length) })}
      className="w-48 max-sm:w-auto max-sm:flex-1"
    />
  )
}

'use client'

import { SearchBox } from '#components/shell/search-box.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { workflowsTexts } from './texts/workflows.ts'
import type { WorkflowList } from './use-workflow-list.ts'

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
      <div className="flex items-center gap-2 text-[12.5px]">
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

'use client'

import { TopBar } from '#components/shell/frame/top-bar.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { BulkProgress } from '../bulk/bulk-progress.tsx'
import { RunGrid } from '../grid/run-grid.tsx'
import { listTexts } from '../texts/list.ts'
import { FailureGroups } from './failure-groups.tsx'
import { RunFilters } from './filters/run-filters.tsx'
import { UnreadableFilter } from './filters/unreadable-filter.tsx'
import { useRunFilter, workflowOfGrid } from './filters/use-run-filter.ts'
import { RunsTable } from './runs-table.tsx'
import { RunViews } from './views/run-views.tsx'

export function RunsPage() {
  const filter = useRunFilter()
  const { query } = filter
  const isByCause = filter.filter.by === 'cause'
  const workflow = workflowOfGrid(filter.filter)
  return (
    <>
      <TopBar crumbs={[{ label: listTexts.runs }]}>
        <RunViews filter={filter} />
      </TopBar>
      <RunFilters filter={filter} />
      <BulkProgress />
      {query === null ? (
        <UnreadableFilter filter={filter} />
      ) : isByCause ? (
        <FailureGroups query={query} setFilter={filter.setFilter} />
      ) : workflow !== null ? (
        <RunGrid filter={filter} query={query} workflow={workflow} />
      ) : (
        <>
          {/* The key is the chosen filter, not its query: a moving time span keeps the scroll offset of the list. */}
          <RunsTable key={JSON.stringify(filter.filter)} filter={filter} query={query} />
          <BulkBar key={`of ${JSON.stringify(filter.filter)}`} filter={query} />
        </>
      )}
    </>
  )
}

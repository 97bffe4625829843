'use client'

import { TopBar } from '#components/shell/top-bar.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { BulkProgress } from '../bulk/bulk-progress.tsx'
import { FailureGroups } from './failure-groups.tsx'
import { RunFilters } from './run-filters.tsx'
import { RunViews } from './run-views.tsx'
import { RunsTable } from './runs-table.tsx'
import { useRunFilter } from './use-run-filter.ts'

export function RunsPage() {
  const filter = useRunFilter()
  const isByCause = filter.filter.by === 'cause'
  return (
    <>
      <TopBar crumbs={[{ label: 'Runs' }]}>
        <RunViews filter={filter} />
      </TopBar>
      <RunFilters filter={filter} />
      <BulkProgress />
      {isByCause ? (
        <FailureGroups filter={filter} />
      ) : (
        <>
          <RunsTable key={JSON.stringify(filter.query)} filter={filter} />
          <BulkBar filter={filter.query} />
        </>
      )}
    </>
  )
}

'use client'

import { TopBar } from '#components/shell/top-bar.tsx'
import { RunFilters } from './run-filters.tsx'
import { RunViews } from './run-views.tsx'
import { RunsTable } from './runs-table.tsx'
import { useRunFilter } from './use-run-filter.ts'

export function RunsPage() {
  const filter = useRunFilter()
  return (
    <>
      <TopBar crumbs={[{ label: 'Runs' }]}>
        <RunViews filter={filter} />
      </TopBar>
      <RunFilters filter={filter} />
      <RunsTable key={JSON.stringify(filter.query)} filter={filter} />
    </>
  )
}

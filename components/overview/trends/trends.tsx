'use client'

import { Table2 } from 'lucide-react'
import { apiFailure } from '#components/api/api-failure.ts'
import { classNames } from '#components/ui/class-names.ts'
import { IconButton } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { Tooltip } from '#components/ui/overlay/tooltip.tsx'
import { trendsTexts } from '../texts/trends.ts'
import { DurationChart } from './duration-chart.tsx'
import { ThroughputChart } from './throughput-chart.tsx'
import { TrendTable } from './trend-table.tsx'
import { ranges, rangeWords, type Trends } from './use-trends.ts'

/** Ended runs by outcome, and their durations, over the chosen range. */
export function TrendsSection({ trends: { range, table, setView, query } }: { trends: Trends }) {
  return (
    <section aria-labelledby="trends" className="border-b">
      <header className="flex min-h-10 flex-wrap items-center gap-2 border-b bg-surface px-4 py-1">
        <h2 id="trends" className="text-title">
          {trendsTexts.trends}
        </h2>
        <fieldset aria-label={trendsTexts.timeRange} className="ml-auto flex gap-0.5 rounded-s border p-0.5">
          {ranges.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === range}
              aria-label={rangeWords[each]}
              onClick={() => setView({ range: each })}
              className={classNames(
                'h-6 min-w-9 rounded-[3px] px-1.5 text-small font-medium text-muted hover:text-ink',
                each === range && 'bg-accent-soft text-accent hover:text-accent',
              )}
            >
              {each.replace('h', ' h').replace('d', ' d')}
            </button>
          ))}
        </fieldset>
        <Tooltip content={trendsTexts.showAsTable} shortcut="t">
          <IconButton
            label={trendsTexts.showTrendsAsTable}
            aria-pressed={table}
            className={classNames(table && 'bg-accent-soft text-accent hover:text-accent')}
            onClick={() => setView({ table: !table })}
          >
            <Table2 />
          </IconButton>
        </Tooltip>
      </header>
      {query.isError && (
        <Callout tone="failed" className="m-4">
          {apiFailure(query.error).message}
        </Callout>
      )}
      {query.isPending && (
        <div className="grid grid-cols-2 gap-px bg-line max-lg:grid-cols-1" aria-hidden="true">
          {['throughput', 'duration'].map((name) => (
            <div key={name} className="grid gap-3 bg-surface p-4">
              <Skeleton className="w-40" />
              <Skeleton className="h-28" />
            </div>
          ))}
        </div>
      )}
      {query.data &&
        (table ? (
          <TrendTable trends={query.data} />
        ) : (
          <div className="grid grid-cols-2 gap-px bg-line max-lg:grid-cols-1">
            <ThroughputChart trends={query.data} />
            <DurationChart trends={query.data} />
          </div>
        ))}
    </section>
  )
}

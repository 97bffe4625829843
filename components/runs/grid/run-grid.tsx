'use client'

import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Grid3x3, SearchX } from 'lucide-react'
import { useMemo, useRef } from 'react'
import type { RunGrid as GridData, RunListQuery } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useRunChanges } from '#components/api/use-run-changes.ts'
import { FailureState } from '#components/shell/failure/failure-page.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { EmptyState } from '#components/ui/layout/empty-state.tsx'
import { SkeletonRows } from '#components/ui/layout/skeleton.tsx'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'
import type { RunFilter } from '../list/filters/use-run-filter.ts'
import { useSize } from '../run/timeline/use-size.ts'
import { failedStatuses } from '../status-groups.ts'
import { runsTexts } from '../texts/runs.ts'
import { GridTable } from './grid-table.tsx'

const refreshEveryMs = 250
/** Delay before the next request for the runs that one request could not read. */
const restAfterMs = 50
const columnPx = 36
const namesPx = 240
/** On a narrow window more columns than fit are drawn: the grid scrolls sideways. */
const fewestColumns = 20

interface Props {
  readonly filter: RunFilter
  readonly query: RunListQuery
  readonly workflow: string
}

/** The steps of one workflow across its last runs: where runs fail, and since when. */
export function RunGrid({ filter, query, workflow }: Props) {
  const api = useApi()
  const queryClient = useQueryClient()
  const frame = useRef<HTMLDivElement>(null)
  const { width } = useSize(frame, { width: 1_100, height: 0 })
  const options = api.runs.grid.queryOptions({ ...query, workflow })
  const grid = useQuery({
    ...options,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isUnread(state.data) ? restAfterMs : false),
  })
  useRunChanges(() => queryClient.invalidateQueries({ queryKey: options.queryKey }), refreshEveryMs)
  const most = Math.max(fewestColumns, Math.floor((width - namesPx) / columnPx))
  const data = grid.data
  const runs = useMemo(() => data?.runs.slice(0, most).toReversed() ?? [], [data, most])
  const isFailedOnly = failedStatuses.every((status) => filter.filter.status.includes(status))

  return (
    <div ref={frame} className="flex min-h-0 flex-1 flex-col [--names:15rem] max-sm:[--names:10rem]">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-1.5 text-small text-muted">
        <span className="flex items-center gap-1.5">
          <Checkbox
            id="failed-only"
            checked={isFailedOnly}
            onCheckedChange={(now) => filter.setFilter({ status: now === true ? [...failedStatuses] : [] })}
          />
          <label htmlFor="failed-only">{runsTexts.failedRunsOnly}</label>
        </span>
        <GridLegend />
      </div>
      {grid.isPending ? (
        <SkeletonRows label={runsTexts.loadingStepsAndRuns} rows={10} />
      ) : grid.isError && data === undefined ? (
        <FailureState error={grid.error} onRetry={() => grid.refetch()} />
      ) : runs.length === 0 || data === undefined ? (
        <NoRuns filter={filter} workflow={workflow} />
      ) : (
        <GridTable label={labelOf(workflow, runs.length)} steps={data.steps} runs={runs} />
      )}
    </div>
  )
}

const labelOf = (workflow: string, runs: number) =>
  runsTexts.stepsOfAcrossNewestOn(workflow, runs === 1 ? runsTexts.itsLastRun : runsTexts.itsLastRuns(runs))

/** Some runs were not read within one request. */
const isUnread = ({ runs }: GridData) => runs.some(({ cells, tooLong }) => cells === null && !tooLong)

function NoRuns({ filter, workflow }: { filter: RunFilter; workflow: string }) {
  return filter.filter.status.length > 0 ? (
    <EmptyState
      icon={<SearchX />}
      title={runsTexts.noRunsMatch}
      actions={<Button onClick={() => filter.setFilter({ status: [] })}>{runsTexts.showAllRuns}</Button>}
    >
      {runsTexts.newMatchesAppearHereAutomatically}
    </EmptyState>
  ) : (
    <EmptyState icon={<Grid3x3 />} title={runsTexts.noRunsOfMatch(workflow)}>
      {runsTexts.eachColumnIsRunEach}
    </EmptyState>
  )
}

const shown = [
  ['done', 'completed'],
  ['failed', 'failed'],
  ['human', runsTexts.waitingForPersonOrSignal],
  ['async', runsTexts.retryingOrWaiting],
  ['undone', 'undone'],
] as const

/** The meaning of the signs; each cell has it in its label, too. */
function GridLegend() {
  return (
    <p className="ml-auto flex items-center gap-3 max-md:hidden">
      {shown.map(([tone, word]) => (
        <span key={tone} className="flex items-center gap-1">
          <ToneIcon tone={tone} className={`${toneClasses[tone]} size-3 stroke-[2.5] text-tone`} />
          {word}
        </span>
      ))}
      <span>{runsTexts.skipped}</span>
      <span>{runsTexts.notReached}</span>
    </p>
  )
}

import { memo } from 'react'
import type { GridRun, GridStep } from '#components/api/models.ts'
import { StepIcon } from '#components/canvas/step-icon.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { readableName } from '#core/definition/readable-name.ts'
import { runsTexts } from '../texts/runs.ts'
import { GridCell } from './grid-cell.tsx'

export const rowHeight = 28
const indentPx = 14

export interface GridRowProps {
  step: GridStep
  /** The index of the step. */
  index: number
  runs: readonly GridRun[]
  /** The start times of the runs, in words. */
  runWords: readonly string[]
  /** The run whose cell in this row Tab leads to. */
  stopRun: string | null
}

/** One step across the runs. */
export const GridRow = memo(function GridRow({ step, index, runs, runWords, stopRun }: GridRowProps) {
  return (
    <tr aria-rowindex={index + 2} className="group h-7 hover:bg-hover">
      <th
        scope="row"
        title={step.gone ? runsTexts.onlyInOlderVersions(isolateText(step.name)) : isolateText(step.name)}
        className="sticky left-0 z-5 max-w-0 border-r bg-bg pr-2 pl-4 text-left font-medium group-hover:bg-hover max-sm:pl-3"
      >
        <span
          className={classNames('flex items-center gap-1.5', step.gone && 'text-faint')}
          style={{ paddingLeft: step.depth * indentPx }}
        >
          <StepIcon type={step.type} className="size-3.5 shrink-0 text-faint" />
          <span className="truncate">{isolateText(readableName(step.name))}</span>
          {step.gone && <span className="sr-only">{runsTexts.onlyInOlderVersionsLabel}</span>}
        </span>
      </th>
      {runs.map((run, column) => (
        <td key={run.runId} className={classNames('px-0', step.gone && 'opacity-75')}>
          <GridCell
            run={run}
            step={step.name}
            cell={run.cells?.[index] ?? null}
            runWord={runWords[column] ?? ''}
            isTabStop={stopRun === run.runId}
          />
        </td>
      ))}
    </tr>
  )
})

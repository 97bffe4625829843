import Link from 'next/link'
import type { GridRun } from '#components/api/models.ts'
import { stepPath } from '#components/shell/paths.ts'
import { classNames } from '#components/ui/class-names.ts'
import { toneClasses } from '#components/ui/layout/tone.ts'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { StepCell } from '#core/run/display-status.ts'
import { stepLooks } from '../step-looks.ts'
import { runsTexts } from '../texts/runs.ts'
import { cellWords } from './grid-words.ts'

/** The scroll margin keeps a focused cell out from under the sticky heads and names. */
export const cellClasses =
  'relative mx-auto grid place-items-center rounded-s scroll-mt-24 scroll-ml-60 max-sm:scroll-ml-40'

interface Props {
  readonly run: GridRun
  readonly step: string
  readonly cell: StepCell | null
  /** The start time of the run, in words. */
  readonly runWord: string
  readonly isTabStop: boolean
}

/** A step in one run: its colour, its sign, and the link to it. */
export function GridCell({ run, step, cell, runWord, isTabStop }: Props) {
  const words = run.cells === null ? runsTexts.notShown : cellWords(cell, run)
  const label = `${isolateText(step)}, ${runWord}: ${words}`
  const shared = {
    'data-run': run.runId,
    'data-step': step,
    tabIndex: isTabStop ? 0 : -1,
    title: words,
    'aria-label': label,
  }
  if (cell === null) {
    return <span role="img" {...shared} className={classNames(cellClasses, 'h-5.5 w-6.5')} />
  }
  const { tone } = stepLooks[cell.displayStatus]
  return (
    <Link
      href={stepPath(run.runId, step)}
      prefetch={false}
      {...shared}
      className={classNames(
        cellClasses,
        'h-5.5 w-6.5 hover:outline-1 hover:outline-current',
        tone === null ? 'text-faint' : [toneClasses[tone], 'bg-tone-soft text-tone'],
      )}
    >
      {tone !== null ? (
        <ToneIcon tone={tone} className="size-3.25 stroke-[2.5]" />
      ) : (
        <span aria-hidden="true" className="text-label">
          {cell.displayStatus === 'skipped' ? '–' : '·'}
        </span>
      )}
      {cell.attempts !== undefined && (
        <span aria-hidden="true" className="absolute top-0 right-0.5 text-[9px]/3 font-semibold">
          {cell.attempts}
        </span>
      )}
    </Link>
  )
}

'use client'

import Link from 'next/link'
import type { GridRun } from '#components/api/models.ts'
import { runPath } from '#components/shell/paths.ts'
import { classNames } from '#components/ui/class-names.ts'
import { toneClasses, toneOfStatus } from '#components/ui/layout/tone.ts'
import { ToneIcon } from '#components/ui/layout/tone-icon.tsx'
import { useNow } from '#components/ui/text/use-now.ts'
import { runsTexts } from '../texts/runs.ts'
import { cellClasses } from './grid-cell.tsx'
import type { GridCursor } from './grid-cursor.ts'
import { barPart, headWords, longestOf, startLabels, tookOf } from './grid-words.ts'

/** A label at every fifth column keeps one in view at every scroll offset. */
const labelEvery = 5

/** The head of a run's column: a bar for its duration, its status, its start time, and the link to it. */
export function GridHead({ runs, stop }: { runs: readonly GridRun[]; stop: GridCursor | null }) {
  const now = useNow()
  const longest = longestOf(runs, now)
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th
          scope="col"
          className="sticky top-0 left-0 z-20 border-b bg-bg px-4 pb-1.5 text-left align-bottom text-label text-muted max-sm:px-3"
        >
          {runsTexts.step}
        </th>
        {runs.map((run, index) => {
          const { time, day } = startLabels(run, runs[index - 1], (runs.length - 1 - index) % labelEvery === 0)
          const words = headWords(run, now)
          const isStop = stop?.step === null && stop.runId === run.runId
          return (
            <th key={run.runId} scope="col" className="sticky top-0 z-10 border-b bg-bg px-0 pt-2 pb-1 font-normal">
              <Link
                href={runPath(run.runId)}
                prefetch={false}
                data-run={run.runId}
                tabIndex={isStop ? 0 : -1}
                title={words}
                aria-label={words}
                className={classNames(
                  cellClasses,
                  toneClasses[toneOfStatus(run.status)],
                  'w-8.5 gap-0.5 hover:bg-hover',
                )}
              >
                <span className="flex h-8 items-end">
                  <span
                    className="w-3 rounded-t-[2px] bg-tone"
                    style={{ height: `${Math.round(barPart(tookOf(run, now), longest) * 100)}%` }}
                  />
                </span>
                <ToneIcon tone={toneOfStatus(run.status)} className="size-3 stroke-[2.5] text-tone" />
                <span className="h-3 font-mono text-[10px]/3 text-muted">{time}</span>
                <span className="h-3 w-full text-left text-[10px]/3 whitespace-nowrap text-muted">{day}</span>
              </Link>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

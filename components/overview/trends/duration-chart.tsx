'use client'

import type { RunTrends } from '#components/api/models.ts'
import { formatDuration } from '#components/ui/text/format-time.ts'
import { trendsTexts } from '../texts/trends.ts'
import { Chart } from './chart.tsx'
import { durationScale, linePaths } from './chart-scale.ts'
import { DurationLinks } from './total-links.tsx'
import { durationsSentence, endedPaths, percentiles } from './trend-words.ts'

/** The lines differ by their dashes as well as their colours. */
const lines = {
  p50: { stroke: 'stroke-done', dash: undefined },
  p95: { stroke: 'stroke-async', dash: '6 3' },
  p99: { stroke: 'stroke-child', dash: '1.5 3.5' },
} as const

/** Durations of the runs completed in each time bucket. */
export function DurationChart({ trends }: { trends: RunTrends }) {
  const { buckets, total } = trends
  const values = buckets.flatMap((bucket) => percentiles.flatMap((each) => bucket[each] ?? []))
  const scale = durationScale(values.length > 0 ? values : [1_000])
  return (
    <Chart
      title={trendsTexts.duration}
      summary={<DurationLinks figures={total} span={{ endedFrom: trends.from, endedTo: trends.to }} />}
      legend={percentiles.map((each) => (
        <span key={each} className="flex items-center gap-1.25">
          <svg width="18" height="4" aria-hidden="true">
            <path d="M1 2H17" strokeWidth="2" strokeDasharray={lines[each].dash} className={lines[each].stroke} />
          </svg>
          {each}
        </span>
      ))}
      trends={trends}
      scale={scale}
      tickWord={formatDuration}
      sentence={durationsSentence}
      hrefOf={endedPaths.completed}
    >
      {percentiles.toReversed().map((each) => {
        const { line, dots } = linePaths(
          buckets.map((bucket) => bucket[each]),
          scale,
        )
        return (
          <g key={each} fill="none" strokeLinecap="round" strokeLinejoin="round" className={lines[each].stroke}>
            <path d={line} strokeWidth="2" strokeDasharray={lines[each].dash} vectorEffect="non-scaling-stroke" />
            <path d={dots} strokeWidth="5" vectorEffect="non-scaling-stroke" />
          </g>
        )
      })}
    </Chart>
  )
}

'use client'

import type { RunTrends } from '#components/api/models.ts'
import { formatCompact } from '#components/ui/text/format-number.ts'
import { trendsTexts } from '../texts/trends.ts'
import { Chart } from './chart.tsx'
import { countScale } from './chart-scale.ts'
import { CountLinks } from './total-links.tsx'
import { allEndedPath, countsSentence, endings, endingWords } from './trend-words.ts'

const fills = { completed: 'fill-done', failed: 'fill-failed', stopped: 'fill-idle' } as const
const dots = { completed: 'bg-done', failed: 'bg-failed', stopped: 'bg-idle' } as const
/** The width of a bar as a share of its column, so that neighbours do not touch. */
const width = 0.76

/** Ended runs in each time bucket: completed below, then failed, then cancelled. */
export function ThroughputChart({ trends }: { trends: RunTrends }) {
  const { buckets, total } = trends
  const scale = countScale(Math.max(...buckets.map(({ completed, failed, stopped }) => completed + failed + stopped)))
  return (
    <Chart
      title={trendsTexts.throughput}
      summary={<CountLinks figures={total} span={{ endedFrom: trends.from, endedTo: trends.to }} />}
      legend={endings.map((ending) => (
        <span key={ending} className="flex items-center gap-1.25">
          <span className={`size-2 rounded-[2px] ${dots[ending]}`} />
          {endingWords[ending]}
        </span>
      ))}
      trends={trends}
      scale={scale}
      tickWord={formatCompact}
      sentence={countsSentence}
      hrefOf={allEndedPath}
    >
      {buckets.map((bucket, index) => {
        let top = 100
        return (
          <g key={bucket.at}>
            {endings.map((ending) => {
              const height = scale.height(bucket[ending])
              top -= height
              if (height === 0) return null
              const x = index + (1 - width) / 2
              return <rect key={ending} x={x} y={top} width={width} height={height} className={fills[ending]} />
            })}
          </g>
        )
      })}
    </Chart>
  )
}

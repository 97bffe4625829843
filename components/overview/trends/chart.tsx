'use client'

import { type ReactNode, useState } from 'react'
import type { RunTrends } from '#components/api/models.ts'
import { trendsTexts } from '../texts/trends.ts'
import { BucketLinks } from './bucket-links.tsx'
import type { Scale } from './chart-scale.ts'
import { edgeWords, spanOf, spanWords } from './trend-words.ts'

type Bucket = RunTrends['buckets'][number]

interface ChartProps {
  title: string
  /** The summary of the whole range. */
  summary: ReactNode
  legend: ReactNode
  trends: RunTrends
  scale: Scale
  tickWord(tick: number): string
  /** The description of a column. */
  sentence(bucket: Bucket): string
  hrefOf(span: ReturnType<typeof spanOf>): string
  /** SVG that is 100 high and one wide per column. */
  children: ReactNode
}

/**
 * Figures over time: a drawing with one link per column on top. A line above shows the figures of the pointed column.
 */
export function Chart({
  title,
  summary,
  legend,
  trends: { buckets, stepMs, from, to },
  scale,
  tickWord,
  sentence,
  hrefOf,
  children,
}: ChartProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const bucket = pointed === null ? undefined : buckets[pointed]
  const links = buckets.map((each) => ({
    key: each.at,
    href: hrefOf(spanOf(each, stepMs)),
    label: `${spanWords(each, stepMs)}: ${sentence(each)}`,
  }))
  return (
    <figure className="grid min-w-0 content-start gap-2 bg-surface px-4 py-3.5">
      <figcaption className="flex flex-wrap items-center gap-x-3 gap-y-0.5">
        <span className="text-label text-muted">{title}</span>
        <span className="ml-auto flex flex-wrap gap-x-3 text-small text-muted">{legend}</span>
        <span className="w-full truncate text-small text-muted">
          {bucket ? (
            <>
              <b className="font-semibold text-ink">{spanWords(bucket, stepMs)}</b> {sentence(bucket)}
            </>
          ) : (
            summary
          )}
        </span>
      </figcaption>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
        <div className="relative h-28 border-b">
          {scale.ticks.map((tick) => (
            <span
              key={tick}
              className="absolute inset-x-0 border-t border-dashed"
              style={{ bottom: `${scale.height(tick)}%` }}
            />
          ))}
          <svg
            viewBox={`0 0 ${buckets.length} 100`}
            preserveAspectRatio="none"
            className="absolute inset-0 size-full overflow-visible"
            aria-hidden="true"
          >
            {children}
          </svg>
          <BucketLinks links={links} label={trendsTexts.stepByStep(title)} onPoint={setPointed} />
        </div>
        <div className="relative w-11 font-mono text-small text-faint" aria-hidden="true">
          {scale.ticks.map((tick) => (
            <span key={tick} className="absolute translate-y-1/2" style={{ bottom: `${scale.height(tick)}%` }}>
              {tickWord(tick)}
            </span>
          ))}
        </div>
        <div className="mt-1 flex justify-between font-mono text-small text-faint" aria-hidden="true">
          {edgeWords(from, to, stepMs).map((words, index) => (
            <span key={index === 0 ? 'from' : 'to'}>{words}</span>
          ))}
        </div>
      </div>
    </figure>
  )
}

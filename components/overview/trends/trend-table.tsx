'use client'

import type { RunTrends } from '#components/api/models.ts'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { formatDuration } from '#components/ui/text/format-time.ts'
import { trendsTexts } from '../texts/trends.ts'
import { NumberLink } from './number-link.tsx'
import { endedPaths, endings, endingWords, percentiles, slowerPath, spanOf, spanWords } from './trend-words.ts'

const headClasses = 'sticky top-0 bg-surface px-4 py-1.5 text-right text-label text-muted first:text-left'

/** Both charts as numbers, the latest first, without the buckets in which no run ended. */
export function TrendTable({ trends: { buckets, stepMs } }: { trends: RunTrends }) {
  const rows = buckets.filter((bucket) => endings.some((ending) => bucket[ending] > 0)).toReversed()
  if (rows.length === 0) return <p className="bg-surface px-4 py-6 text-muted">{trendsTexts.noRunsEndedInThis}</p>
  return (
    <section aria-label={trendsTexts.trendsAsTable} className="max-h-96 overflow-auto bg-surface">
      <table className="w-full border-collapse tabular-nums">
        <thead>
          <tr>
            {['Ended', ...endings.map((ending) => endingWords[ending]), ...percentiles].map((head) => (
              <th key={head} scope="col" className={headClasses}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((bucket) => (
            <tr key={bucket.at} className="border-t">
              <th scope="row" className="px-4 py-1.5 text-left font-normal whitespace-nowrap">
                {spanWords(bucket, stepMs)}
              </th>
              {endings.map((ending) => (
                <td key={ending} className="px-4 py-1.5 text-right">
                  {bucket[ending] === 0 ? (
                    <span className="text-faint">0</span>
                  ) : (
                    <NumberLink href={endedPaths[ending](spanOf(bucket, stepMs))}>
                      {formatNumber(bucket[ending])}
                    </NumberLink>
                  )}
                </td>
              ))}
              {percentiles.map((each) => (
                <td key={each} className="px-4 py-1.5 text-right whitespace-nowrap">
                  {bucket[each] === null ? (
                    <span className="text-faint">–</span>
                  ) : (
                    <NumberLink href={slowerPath(spanOf(bucket, stepMs), bucket[each])}>
                      {formatDuration(bucket[each])}
                    </NumberLink>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

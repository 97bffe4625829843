import type { RunTrends } from '#components/api/models.ts'
import { failedStatuses, statusGroups } from '#components/runs/status-groups.ts'
import { type RunsAddress, runsPath } from '#components/shell/paths.ts'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { formatDuration, formatEdges, formatSpan } from '#components/ui/text/format-time.ts'
import { trendsTexts } from '../texts/trends.ts'

type Bucket = RunTrends['buckets'][number]

/** The time span of a bucket, as the address of the run list has it. */
export function spanOf(bucket: Bucket, stepMs: number): Required<Pick<RunsAddress, 'endedFrom' | 'endedTo'>> {
  return { endedFrom: bucket.at, endedTo: new Date(Date.parse(bucket.at) + stepMs).toISOString() }
}

/** The addresses of the runs behind a count of a span. */
export const endedPaths = {
  completed: (span: RunsAddress) => runsPath({ ...span, status: ['COMPLETED'] }),
  failed: (span: RunsAddress) => runsPath({ ...span, status: failedStatuses }),
  stopped: (span: RunsAddress) => runsPath({ ...span, status: ['CANCELLED'] }),
} as const
const ended = [...statusGroups.completed, ...failedStatuses, 'CANCELLED']

/** The address of all runs that ended in a span. */
export const allEndedPath = (filter: RunsAddress) => runsPath({ ...filter, status: ended })

/**
 * The address of runs of a span that completed and took longer than a percentile. Both durations have millisecond
 * precision.
 */
export function slowerPath(span: RunsAddress, ms: number): string {
  return runsPath({ ...span, status: ['COMPLETED'], longer: Math.floor(ms) / 1_000 })
}

export const endings = ['completed', 'failed', 'stopped'] as const
export const percentiles = ['p50', 'p95', 'p99'] as const

export const endingWords = { completed: 'completed', failed: 'failed', stopped: 'cancelled' } as const
export const percentileWords = { p50: 'p50', p95: 'p95', p99: 'p99' } as const

/** `12 completed, 1 failed`; zero counts are left out. */
export function countsSentence(figures: Pick<Bucket, (typeof endings)[number]>): string {
  const parts = endings.filter((ending) => figures[ending] > 0)
  return parts.length === 0
    ? trendsTexts.noneEnded
    : parts.map((ending) => `${formatNumber(figures[ending])} ${endingWords[ending]}`).join(', ')
}

/** `half within 1 s, 95 % within 3 s, 99 % within 9 s`. */
export function durationsSentence(figures: Pick<Bucket, (typeof percentiles)[number]>): string {
  if (figures.p50 === null) return trendsTexts.noneCompleted
  return percentiles.map((each) => `${percentileWords[each]} ${formatDuration(figures[each] ?? 0)}`).join(', ')
}

export const spanWords = (bucket: Bucket, stepMs: number): string => {
  const { endedFrom, endedTo } = spanOf(bucket, stepMs)
  return formatSpan(endedFrom, endedTo)
}

const hourMs = 3_600_000

/** The words for the beginning and end of a range: by the day where its steps are hours. */
export const edgeWords = (from: string, to: string, stepMs: number): readonly [from: string, to: string] =>
  formatEdges(from, to, stepMs > hourMs)

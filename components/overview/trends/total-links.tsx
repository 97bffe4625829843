import { Fragment, type ReactNode } from 'react'
import type { RunTrends } from '#components/api/models.ts'
import type { RunsAddress } from '#components/shell/paths.ts'
import { formatNumber } from '#components/ui/text/format-number.ts'
import { formatDuration } from '#components/ui/text/format-time.ts'
import { trendsTexts } from '../texts/trends.ts'
import { NumberLink } from './number-link.tsx'
import { endedPaths, endings, endingWords, percentiles, percentileWords, slowerPath } from './trend-words.ts'

interface TotalProps {
  figures: RunTrends['total']
  span: RunsAddress
}

/** Counts of ended runs by outcome in the whole range; each number links to its runs. */
export function CountLinks({ figures, span }: TotalProps) {
  const there = endings.filter((ending) => figures[ending] > 0)
  if (there.length === 0) return trendsTexts.noneEnded
  return listed(
    there.map((ending) => (
      <Fragment key={ending}>
        <NumberLink href={endedPaths[ending](span)}>{formatNumber(figures[ending])}</NumberLink> {endingWords[ending]}
      </Fragment>
    )),
  )
}

/** Durations of the runs completed in the whole range; each number links to the runs that took longer. */
export function DurationLinks({ figures, span }: TotalProps) {
  if (figures.p50 === null) return trendsTexts.noneCompleted
  return listed(
    percentiles.map((each) => (
      <Fragment key={each}>
        {percentileWords[each]}{' '}
        <NumberLink href={slowerPath(span, figures[each] ?? 0)}>{formatDuration(figures[each] ?? 0)}</NumberLink>
      </Fragment>
    )),
  )
}

function listed(parts: readonly ReactNode[]): ReactNode {
  return parts.flatMap((part, index) => (index === 0 ? [part] : [', ', part]))
}

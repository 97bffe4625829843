'use client'

import { formatAge, formatDuration, formatFull, formatGrowing, formatInstant } from './format-time.ts'
import { useNow } from './use-now.ts'

/** An instant; the full date is in its title. */
export function Instant({ at, className }: { at: string | number; className?: string }) {
  const now = useNow()
  const ms = new Date(at).getTime()
  return (
    <time dateTime={new Date(ms).toISOString()} title={formatFull(ms)} className={className}>
      {formatInstant(ms, now)}
    </time>
  )
}

export interface ElapsedProps {
  from: string | number
  /** Absent while the span goes on: then it counts. */
  to?: string | number | null | undefined
  /** Shows only the largest unit. */
  short?: boolean
  className?: string
}

/** A duration, or the time so far. */
export function Elapsed({ from, to, short = false, className }: ElapsedProps) {
  const now = useNow()
  const ms = (to ? new Date(to).getTime() : now) - new Date(from).getTime()
  return <span className={className}>{short ? formatAge(ms) : to ? formatDuration(ms) : formatGrowing(ms)}</span>
}

import type { RunTrends } from '#components/api/models.ts'

export type Course = 'better' | 'worse' | 'same'
type Failing = RunTrends['failing'][number]

/** Changes of the rate below this threshold do not count. */
const noticeable = 0.02

/**
 * The trend of a workflow's failure rate against the preceding span of equal length; without runs in that span its rate
 * counts as zero.
 */
export function courseOf({ failed, ended, failedBefore, endedBefore }: Omit<Failing, 'workflow' | 'cause'>): Course {
  const before = endedBefore === 0 ? 0 : failedBefore / endedBefore
  const change = failed / ended - before
  if (Math.abs(change) < noticeable) return 'same'
  return change > 0 ? 'worse' : 'better'
}

/** `3 %`; a small share above zero is not rounded to zero. */
export function percent(share: number): string {
  const whole = Math.round(share * 100)
  return whole === 0 && share > 0 ? '< 1 %' : `${whole} %`
}

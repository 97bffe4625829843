import type { RunTrends } from '#components/api/models.ts'

export type Course = 'better' | 'worse' | 'same'
type Failing = RunTrends['failing'][number]

/** A change of the rate by less than this is none. */
const noticeable = 0.02

/** Whether more or less of a workflow fails than in the same span before; with none before, a failure is one more. */
export function courseOf({ failed, ended, failedBefore, endedBefore }: Omit<Failing, 'workflow' | 'cause'>): Course {
  const before = endedBefore === 0 ? 0 : failedBefore / endedBefore
  const change = failed / ended - before
  if (Math.abs(change) < noticeable) return 'same'
  return change > 0 ? 'worse' : 'better'
}

/** `3 %`; what is not nothing is not said to be. */
export function percent(share: number): string {
  const whole = Math.round(share * 100)
  return whole === 0 && share > 0 ? '< 1 %' : `${whole} %`
}

import type { PublicStatus } from '#core/run/statuses.ts'

const started = 's.ended_at is null and not s.pending'
const compensating = "s.phase in ('ERROR', 'ROLLBACK')"
const waiting = "s.status in ('WAITING_HUMAN_INPUT', 'WAITING_CHILD_HUMAN_INPUT')"

/**
 * The public status as a condition on `run_state s` (docs/lifecycle.md, the table of the four views). Lists are
 * filtered in the database, so the rules of `viewsOf`, which uses a run's whole state, are repeated here for its
 * columns; a test keeps the two consistent.
 */
export const publicStatusCondition: Record<PublicStatus, string> = {
  pending: 's.ended_at is null and s.pending',
  paused: `${started} and s.held and not ${compensating}`,
  waiting: `${started} and ${waiting} and not s.held and not ${compensating}`,
  running: `${started} and (${compensating} or not (s.held or ${waiting}))`,
  completed: "s.status = 'COMPLETED'",
  cancelled: "(s.status = 'CANCELLED' or (s.status = 'FAILED' and not s.called_failed))",
  failed: 's.called_failed',
}

/** The public status of `run_state s` as a column. */
export const publicStatusColumn = `case ${Object.entries(publicStatusCondition)
  .map(([word, condition]) => `when ${condition} then '${word}'`)
  .join(' ')} end`

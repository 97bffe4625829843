/** The policy for a workflow id whose last run has ended. As long as that run goes on, no other run starts under its id. */
export const workflowIdReuses = ['allow_duplicate', 'allow_duplicate_failed_only', 'reject_duplicate'] as const
export type WorkflowIdReuse = (typeof workflowIdReuses)[number]

/** A run that has a workflow id. */
export interface IdHolder {
  readonly runId: string
  readonly status: string
  readonly ended: boolean
}

/** Whether a new run may take the id: no run has it, or the last run that had it has ended as the start allows. */
export function mayTakeId(last: IdHolder | null, reuse: WorkflowIdReuse = 'allow_duplicate'): boolean {
  if (last === null) return true
  if (!last.ended || reuse === 'reject_duplicate') return false
  return reuse === 'allow_duplicate' || last.status !== 'COMPLETED'
}

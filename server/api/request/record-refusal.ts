import { ApiError, type ApiErrorCode, apiErrorStatus } from '../../api-error.ts'
import type { Context } from '../context.ts'

/** What was refused: the action and its target, as the audit names them. */
export interface RefusedRequest {
  readonly action: string
  readonly target: string
}

/**
 * Records a request that the actor was not permitted to make, or that the quota of the owner has refused; other errors are
 * no matter of the audit.
 */
export async function recordRefusal(
  { actor, refusals, stores }: Pick<Context, 'actor' | 'refusals' | 'stores'>,
  error: unknown,
  request: () => RefusedRequest,
): Promise<void> {
  if (actor === null || !(error instanceof ApiError) || !(isRefusal(error.code) || error.code === 'QUOTA_EXCEEDED'))
    return
  await refusals.record(stores.pool, { actor, ...request() })
}

/** Whether the code means that the actor lacks a permission, or is not asked by the task. */
export function isRefusal(code: ApiErrorCode): boolean {
  return apiErrorStatus[code] === apiErrorStatus.FORBIDDEN
}

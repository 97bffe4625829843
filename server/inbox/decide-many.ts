import type { Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { Actor } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'
import { derivedId } from '../derived-id.ts'
import type { Stores } from '../stores.ts'
import { decideTask } from './decide-task.ts'
import type { ManyResult } from './models.ts'

export interface DecideManyRequest {
  readonly items: readonly { readonly taskId: string; readonly expectedRevision: number }[]
  readonly input: Json
  /** The idempotency key of the whole request. Each task's operation id is derived from it. */
  readonly operationId: string
}

/** One decision for many tasks, each decided by itself. The results are in the order of the tasks. */
export async function decideMany(
  stores: Stores,
  actor: Actor,
  { items, input, operationId }: DecideManyRequest,
): Promise<readonly ManyResult[]> {
  const results: ManyResult[] = []
  const waiting = items.entries()
  const work = async () => {
    for (const [place, { taskId, expectedRevision }] of waiting) {
      const own = derivedId(operationId, taskId)
      const decision = decideTask(stores, actor, { taskId, expectedRevision, input, operationId: own })
      results[place] = await decision.catch(asRefused)
    }
  }
  await Promise.all(Array.from({ length: limits.inbox.deliveriesAtOnce }, work))
  return results
}

/** A refusal of one task does not stop the other tasks; an internal error does. */
function asRefused(error: unknown): ManyResult {
  if (error instanceof ApiError) return { outcome: 'refused', code: error.code, message: error.message }
  throw error
}

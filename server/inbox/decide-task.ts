import { validateJson } from '#core/definition/json-schema.ts'
import type { Json } from '#core/json.ts'
import type { Actor } from '../actor.ts'
import { ApiError } from '../api-error.ts'
import { deliverCommand } from '../runs/deliver-command.ts'
import { refused } from '../runs/refused.ts'
import { commandOf, refuseForeignOperation } from '../runs/send-verb.ts'
import type { Stores } from '../stores.ts'
import { mayDecide } from './entitlement.ts'
import { getTaskRow } from './get-task-row.ts'
import type { DecideResult } from './models.ts'

export interface DecideRequest {
  readonly taskId: string
  readonly input: Json
  /** The revision that was decided upon: a task that changed meanwhile is shown again first. */
  readonly revision: number
  /** The same decision sent again is one decision. */
  readonly operationId: string
}

/**
 * Decides a task, once: of several who decide at the same time one is told
 * `decided` and the others who it was. The run has the last word; what is
 * checked here is checked there again. Throws `NOT_FOUND`, `NOT_ENTITLED`,
 * `CONFLICT`.
 */
export async function decideTask(
  stores: Stores,
  actor: Actor,
  { taskId, input, revision, operationId }: DecideRequest,
): Promise<DecideResult> {
  const task = await getTaskRow(stores, actor, taskId)
  await refuseForeignOperation(stores, task.run_id, operationId)
  if (!(await isKnown(stores, operationId))) {
    if (task.status !== 'open') return alreadyDecided(task)
    if (!mayDecide(actor, task)) throw new ApiError('NOT_ENTITLED', 'This task is not yours to decide.', 'taskId')
    if (task.revision !== revision) {
      throw new ApiError('CONFLICT', 'The task has changed since it was opened here. Look at it again.', 'revision')
    }
    const errors = task.form ? validateJson(task.form, input) : []
    if (errors.length > 0) return { outcome: 'invalid', errors }
  }
  const reply = await deliverCommand(stores, {
    runId: task.run_id,
    operationId,
    command: commandOf(actor, { type: 'resume', input, task_id: taskId }),
  })
  if (reply === 'pending') return { outcome: 'accepted', operationId }
  if (!('refusal' in reply)) return { outcome: 'decided' }
  if (reply.refusal.code === 'INVALID_INPUT') return { outcome: 'invalid', errors: reply.refusal.errors ?? [] }
  const now = await getTaskRow(stores, actor, taskId)
  if (now.status !== 'open') return alreadyDecided(now)
  throw refused(reply.refusal)
}

function alreadyDecided(task: { readonly decided_by: string | null; readonly closed_at: Date | null }): DecideResult {
  return { outcome: 'already_decided', by: task.decided_by, at: task.closed_at?.toISOString() ?? null }
}

/** The operation was sent before: its own answer is waiting in the mailbox. */
async function isKnown({ pool }: Stores, operationId: string): Promise<boolean> {
  const { rowCount } = await pool.query('select from mailbox where operation_id = $1', [operationId])
  return rowCount === 1
}

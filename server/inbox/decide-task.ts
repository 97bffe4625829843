import { validateJson } from '#core/definition/schema/json-schema.ts'
import type { Json } from '#core/json.ts'
import type { Actor } from '#server/access/actor.ts'
import { may, requirePermission } from '#server/access/may.ts'
import type { Verb } from '#server/runs/acting/verb.ts'
import { fileErrors } from '../files/file-errors.ts'
import { deliverCommand } from '../runs/acting/deliver-command.ts'
import { isKnownOperation } from '../runs/acting/known-operation.ts'
import { refused } from '../runs/acting/refused.ts'
import { commandOf, verbIdentity } from '../runs/acting/send-verb.ts'
import type { Stores } from '../stores.ts'
import { getTaskRow } from './get-task-row.ts'
import type { DecideResult, TaskWrite } from './models.ts'
import { alreadyDecided, changedMeanwhile } from './too-late.ts'

export interface DecideRequest extends TaskWrite {
  readonly input: Json
  /** The reason, for the history of the run. */
  readonly reason?: string | undefined
}

/**
 * Decides a task, once. Of several simultaneous requests one gets `decided`, and the others get the name of the
 * decider. When several approvals are needed, each approver gets `approved` until enough have approved. The run decides
 * finally; it repeats the checks made here. Throws `NOT_FOUND`, `NOT_ENTITLED`, `CONFLICT`, `IDEMPOTENCY_KEY_REUSED`.
 */
export async function decideTask(
  stores: Stores,
  actor: Actor,
  { taskId, input, reason: why, expectedRevision, operationId }: DecideRequest,
): Promise<DecideResult> {
  const task = await getTaskRow(stores, actor, taskId)
  const verb: Verb = { type: 'resume', input, task_id: taskId, reason: why }
  const identity = verbIdentity(actor, task.run_id, verb)
  const audit = { actor, action: 'task.decide', target: taskId, outcome: 'asked' } as const
  const asked = { runId: task.run_id, operationId, command: commandOf(actor, verb), identity, audit }
  const isKnown = await isKnownOperation(stores, asked, 'operationId')
  if (!isKnown) {
    if (task.status !== 'open') return alreadyDecided(task)
    const verdict = may(actor, 'task.decide', task)
    const isForeign = !verdict.allowed && verdict.code === 'NOT_ENTITLED'
    if (!isForeign && task.revision !== expectedRevision) return changedMeanwhile(stores, task)
    requirePermission(verdict, 'taskId')
    const lost = await fileErrors(stores.pool, task.owner_id, input)
    const errors = lost.length === 0 && task.form ? validateJson(task.form, input) : lost
    if (errors.length > 0) return { outcome: 'invalid', errors }
  }
  const reply = await deliverCommand(stores, asked)
  // A concurrent request may have used this id for something else.
  if (!isKnown) await isKnownOperation(stores, asked, 'operationId')
  if (reply === 'pending') return { outcome: 'accepted', operationId }
  const now = await getTaskRow(stores, actor, taskId)
  if (!('refusal' in reply)) {
    if (now.status !== 'open') return { outcome: 'decided' }
    return { outcome: 'approved', approvals: now.approvals?.length ?? 0, required: now.approvals_required }
  }
  if (reply.refusal.code === 'INVALID_INPUT') return { outcome: 'invalid', errors: reply.refusal.errors ?? [] }
  if (now.status !== 'open') return alreadyDecided(now)
  throw refused(reply.refusal)
}

import { isJsonObject } from '#core/json.ts'
import { isApproval } from '#core/run/signals.ts'
import { ApiError } from '../../api-error.ts'
import type { Stores } from '../../stores.ts'
import type { RunRow } from '../run-row.ts'
import type { Verb } from './verb.ts'

/**
 * Converts the signal `approval` to a decision of the one open HUMAN step, in a workflow where no SIGNAL step may wait
 * for that signal; other verbs are unchanged. The payload is the decision's input, with `approved: true` as its
 * default.
 */
export async function answerBySignal(
  { engine }: Pick<Stores, 'engine'>,
  { owner_id, workflow, version }: Pick<RunRow, 'owner_id' | 'workflow' | 'version'>,
  verb: Verb,
): Promise<Verb> {
  if (verb.type !== 'signal' || !isApproval({ steps: [] }, verb.signal_name)) return verb
  const found = await engine.definitions.find(owner_id, workflow, version)
  if (found === null || !isApproval(found.executable, verb.signal_name)) return verb
  const { payload, reason } = verb
  if (payload !== null && !isJsonObject(payload)) {
    throw new ApiError('INVALID_INPUT', 'The payload of an approval must be an object.', 'payload')
  }
  return { type: 'resume', input: { approved: true, ...payload }, reason }
}

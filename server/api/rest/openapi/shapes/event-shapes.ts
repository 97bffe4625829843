import { z } from 'zod'
import { webhookKinds } from '#core/run/domain/domain-kinds.ts'
import { count, id, json, orNull, time } from './common.ts'

const envelope = {
  id,
  run_id: id,
  node_key: orNull(z.string()).describe('The step.'),
  variant_index: count,
  seq: count,
  attempt: orNull(count),
  created_at: time,
}

const ends = ['workflow.run.completed', 'workflow.run.failed', 'workflow.run.cancelled'] as const
type End = (typeof ends)[number]
const isOther = (kind: (typeof webhookKinds)[number]): kind is Exclude<typeof kind, End> =>
  !ends.some((end) => end === kind)

/** An event of a run, as streams and webhooks send it: those at the end of a run have the state of the caller. */
export const domainEvent = z
  .union([
    z.strictObject({
      ...envelope,
      kind: z.enum(ends),
      payload: z.looseObject({ state: json.optional().describe('The state of the caller, echoed.') }),
    }),
    z.strictObject({
      ...envelope,
      kind: z.enum([...webhookKinds.filter(isOther), 'workflow.run.owned', 'workflow.node.ready', 'webhook.test']),
      payload: z.looseObject({}),
    }),
  ])
  .meta({ id: 'DomainEvent' })

/** What a signal has done at each trigger that waits for it. */
export const raisedSignal = z
  .strictObject({
    triggers: z.array(
      z.strictObject({
        workflow: z.string(),
        trigger: z.string(),
        state: z.enum(['started', 'delivered', 'failed']),
        run_id: orNull(id).describe('The started run, or the run that got the signal.'),
        reason: orNull(z.string()).describe('Why nothing was started.'),
      }),
    ),
  })
  .meta({ id: 'RaisedSignal' })

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

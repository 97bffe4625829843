import { z } from 'zod'
import { phases } from '#core/run/statuses.ts'
import type { resourceDetailObject, resourceObject, waitGraphObject } from '../../lock-object.ts'
import { count, id, orNull, time } from './common.ts'

const mode = z.enum(['exclusive', 'shared'])
const resourceId = z.string().describe('A kind, a colon and a name, such as `device:7`.')

const parts = {
  id: resourceId,
  kind: z.string(),
  labels: z.record(z.string(), z.string()),
  holders: z.array(
    z.strictObject({
      run_id: id,
      workflow_name: z.string(),
      mode,
      token: count.describe('Fencing token; 0 for a shared lock.'),
      since: time,
      quarantined: z.boolean().describe('The run ended unsafe, and keeps the lock until a person acknowledges it.'),
    }),
  ),
  holders_left: count.describe('The number of holders that are left out.'),
  waiting: count,
}

export const resource = z.strictObject(parts).meta({ id: 'Resource' }) satisfies z.ZodType<
  ReturnType<typeof resourceObject>
>

export const resourceDetail = z
  .strictObject({
    ...parts,
    queue: z.array(
      z.strictObject({
        run_id: id,
        workflow_name: z.string(),
        position: count.describe('Place in the queue for this resource, from 1.'),
        mode,
        requested_at: time,
        tries: count,
        retry_note: orNull(z.string()),
        reserved: z.boolean().describe('No younger request that conflicts with it is granted before it.'),
      }),
    ),
  })
  .meta({ id: 'ResourceDetail' }) satisfies z.ZodType<ReturnType<typeof resourceDetailObject>>

export const releasedLock = z.strictObject({ id: resourceId, run_id: id, released: z.literal(true) })

export const waitGraph = z
  .strictObject({
    nodes: z.array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('run'), id, workflow_name: z.string(), phase: z.enum(phases) }),
        z.strictObject({ kind: z.literal('resource'), id: resourceId }),
      ]),
    ),
    edges: z
      .array(z.strictObject({ from: z.string(), to: z.string(), kind: z.enum(['waits', 'holds']) }))
      .describe(
        '`waits`: from a run to a resource, or to a run that comes first. `holds`: from a resource to a run that holds it.',
      ),
    left: count.describe('The number of nodes that are left out.'),
  })
  .meta({ id: 'WaitGraph' }) satisfies z.ZodType<ReturnType<typeof waitGraphObject>>

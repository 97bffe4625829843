import type { Pool } from 'pg'
import type { OwnedStartRequest } from '#core/run/start/create.ts'
import { type StartRequest, startDefaults } from '#core/run/start/start-request.ts'
import type { Actor } from '#server/access/actor.ts'
import { readCreated } from '../../engine/requests/read-created.ts'
import type { Started } from '../../engine/store/start.ts'
import { askedBy, refuseOtherRequest, requestIdentity } from '../../request-identity.ts'

/**
 * The identity of a start: every option, and the caller. An absent option equals its default where that is fixed;
 * defaults from the definition (version, saga, fail_fast) are not filled in.
 */
export function startIdentity(
  actor: Actor,
  {
    idempotencyKey: _,
    clientState: state,
    workflowIdReuse,
    traceparent: __,
    ...options
  }: StartRequest & Pick<OwnedStartRequest, 'traceparent'>,
): string {
  const defaults = { ...startDefaults, ownerId: actor.ownerId }
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  const reuse = workflowIdReuse === 'allow_duplicate' ? undefined : workflowIdReuse
  return requestIdentity({
    ...askedBy(actor),
    ...defaults,
    state,
    ...(reuse && { workflowIdReuse: reuse }),
    ...Object.fromEntries(given),
  })
}

/** Throws `IDEMPOTENCY_KEY_REUSED` when the key has started a run by another request. */
export async function refuseOtherStart(
  pool: Pool,
  { runId, identity = null }: Pick<Started, 'runId' | 'identity'>,
  asked: { readonly identity: string } & Pick<StartRequest, 'workflow' | 'input'>,
  field: string,
): Promise<void> {
  if (identity !== null) return refuseOtherRequest(identity, asked.identity, field)
  // Earlier versions stored no identity, so the run's first event is compared. The payload must be whole: a reference
  // differs from the input.
  const created = await readCreated(pool, runId)
  if (created?.type !== 'workflow.run.created') return
  const { workflow, input } = created.payload
  const now = requestIdentity({ workflow: asked.workflow, input: asked.input })
  refuseOtherRequest(requestIdentity({ workflow, input }), now, field)
}

import type { AuthorizationContext } from '#core/run/command.ts'
import type { Actor } from '#server/access/actor.ts'
import { may } from '#server/access/may.ts'
import type { Stores } from '../../stores.ts'
import { descendantApprovals } from './descendant-approvals.ts'

/** The authorization context of the actor for a run: what the run itself cannot know. */
export async function authorizationFor(stores: Stores, actor: Actor, runId: string): Promise<AuthorizationContext> {
  const [delegated, below] = await Promise.all([
    delegatedTo(stores, actor, runId),
    descendantApprovals(stores, actor, runId),
  ])
  return { ...ownAuthorization(actor), ...(delegated.length > 0 && { delegated }), ...(below && { below }) }
}

/** The part of the context that matters to an answer without a task id. */
export async function authorizationToAnswer(
  stores: Stores,
  actor: Actor,
  runId: string,
): Promise<AuthorizationContext> {
  return { ...ownAuthorization(actor), delegated: await delegatedTo(stores, actor, runId) }
}

/** The part of the context that is equal for every run. */
export function ownAuthorization(actor: Actor): AuthorizationContext {
  return { groups: actor.groups, manager: may(actor, 'task.override').allowed }
}

async function delegatedTo({ pool }: Stores, actor: Actor, runId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'tasks-delegated',
    text: `select id::text from human_task where run_id = $1 and status = 'open' and $2 = any(delegates)`,
    values: [runId, actor.id],
  })
  return rows.map(({ id }) => id)
}

import type { Standing } from '#core/run/command.ts'
import { type Actor, isManager } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import { askedBelow } from './asked-below.ts'

/** The actor's standing towards a run, as far as the run itself cannot know it. */
export async function standingOf(stores: Stores, actor: Actor, runId: string): Promise<Standing> {
  const [delegated, below] = await Promise.all([delegatedTo(stores, actor, runId), askedBelow(stores, actor, runId)])
  return { ...ownStanding(actor), ...(delegated.length > 0 && { delegated }), ...(below && { below }) }
}

/** The part of the standing that matters to an answer without a task id. */
export async function standingToAnswer(stores: Stores, actor: Actor, runId: string): Promise<Standing> {
  return { ...ownStanding(actor), delegated: await delegatedTo(stores, actor, runId) }
}

/** The actor's standing towards every run. */
export function ownStanding(actor: Actor): Standing {
  return { groups: actor.groups, manager: isManager(actor) }
}

async function delegatedTo({ pool }: Stores, actor: Actor, runId: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id::text from human_task where run_id = $1 and status = 'open' and $2 = any(delegates)`,
    [runId, actor.id],
  )
  return rows.map(({ id }) => id)
}

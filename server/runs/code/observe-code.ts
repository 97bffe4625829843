import { limits } from '#core/limits.ts'
import { type ObservedGraph, observedGraph } from '#core/run/code/observed-graph.ts'
import { followedCommands } from '#core/run/code/shown/followed-commands.ts'
import type { Actor } from '#server/access/actor.ts'
import type { Stores } from '../../stores.ts'
import { runConditions } from '../list/run-conditions.ts'
import { readEvents } from '../read-events.ts'

/** What the last runs of a workflow that is code did: its commands, and which followed which. Empty for one of steps. */
export async function observeCode({ pool }: Stores, actor: Actor, workflow: string): Promise<ObservedGraph> {
  const values: unknown[] = []
  const bind = (value: unknown) => `$${values.push(value)}`
  const { runs, eventsOfRun, bytesOfRun } = limits.observed
  const conditions = runConditions(actor, { workflow }, bind)
  const { rows } = await pool.query<{ id: string }>(
    `select r.id from own_run r join own_run_state s on s.run_id = r.id
      where ${conditions} order by r.id desc limit ${bind(runs)}`,
    values,
  )
  const commands = []
  // Logs are read one after the other: fifty at once would occupy the connection pool.
  for (const { id } of rows) {
    const { events } = await readEvents(pool, id, 0, eventsOfRun, bytesOfRun)
    commands.push(followedCommands(events))
  }
  return observedGraph(commands)
}

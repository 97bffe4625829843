import { setTimeout as pause } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import type { Json } from '#core/json.ts'
import { localActor } from '#server/access/actor.ts'
import type { Stores } from '#server/stores.ts'

const WITHIN_MS = 60_000

type Verb =
  | { readonly type: 'pause' | 'cancel' | 'acknowledge' }
  | { readonly type: 'resume'; readonly input: Json }
  | { readonly type: 'signal'; readonly signal_name: string; readonly payload: Json }

/** Starts runs and brings them to where they are wanted. */
export interface Maker {
  start(workflow: string, tag: string): Promise<string>
  until(runId: string, condition: string): Promise<void>
  send(runId: string, command: Verb, who?: string, waitMs?: number): Promise<void>
}

export function createMaker({ pool, engine: client }: Stores): Maker {
  return {
    async start(workflow, tag) {
      const { id, name, ownerId, dataRegion } = localActor
      const started = await client.starter.start({
        ...{ ownerId, dataRegion, actor: { id, name }, workflow, input: {} },
        ...{ tags: [tag], idempotencyKey: `${workflow} ${tag}` },
      })
      if (!started.ok) throw new Error(`${workflow} could not be started: ${started.code}`)
      return started.runId
    },
    async until(runId, condition) {
      const deadline = performance.now() + WITHIN_MS
      for (;;) {
        const { rows } = await pool.query(`select from run_state where run_id = $1 and ${condition}`, [runId])
        if (rows.length > 0) return
        if (performance.now() > deadline) throw new Error(`Run ${runId} did not come to ${condition}.`)
        await pause(20)
      }
    },
    async send(runId, command, who = localActor.id, waitMs = WITHIN_MS) {
      await client.sendCommand({ runId, operationId: uuidv7(), command: { ...command, actor: { id: who } } }, waitMs)
    },
  }
}

/** So often something stands in the run's history. */
export function inHistory(text: string, times = 1): string {
  const written = `select coalesce(sum((length(l.events) - length(replace(l.events, '${text}', ''))) / ${text.length}), 0)`
  return `(${written} from run_log l where l.run_id = run_state.run_id) >= ${times}`
}

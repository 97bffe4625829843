import type { Pool } from 'pg'
import type { JsonObject } from '#core/json.ts'
import { FAN_OUT, type FanOut } from '#core/run/fan-out/fan-out.ts'
import { localActor } from '#server/access/actor.ts'
import type { EngineClient } from '#server/engine/requests/engine-client.ts'
import { keepDefinition } from '#server/runs/fan-out/keep-definition.ts'

/** The starts of several runs by one request, by the name that the mix has for them. */
export const fanOuts = {
  Variants: { kind: 'variants', workflows: ['Sequence', 'Sequence', 'Sequence'], failFast: true },
  /** The first failure stops the others, wherever they are. */
  StoppedBundle: { kind: 'bundle', workflows: ['Branches', 'Booking', 'Sleeper'], failFast: true },
  /** All settle before the run ends. */
  SettledBundle: { kind: 'bundle', workflows: ['Sequence', 'Booking', 'Branches'], failFast: false },
} as const

export type FanOutName = keyof typeof fanOuts

export const isFanOut = (name: string): name is FanOutName => Object.hasOwn(fanOuts, name)

/** The part of a request that starts several runs; the definition is generated and kept as for a caller of the API. */
export async function severalRuns(
  pool: Pool,
  client: EngineClient,
  name: FanOutName,
  input: { readonly receiver: string; readonly fail: boolean },
) {
  const { kind, workflows, failFast } = fanOuts[name]
  const entries = workflows.map((workflow) => ({ workflow, version: 1 }))
  const fanOut: FanOut = { kind, workflow: workflows[0], version: 1, entries, options: { fail_fast: failFast } }
  const version = await keepDefinition({ pool, engine: client }, localActor, 'local', { kind, entries })
  const bundle = workflows.map((workflow): JsonObject => ({ workflow_name: workflow, input }))
  return { workflow: FAN_OUT, version, fanOut, failFast, input: kind === 'bundle' ? { bundle } : input }
}

import type { Effect } from './effect.ts'
import type { RunEvent, RunEventBody } from './event.ts'
import type { Carried } from './events/operator-event.ts'
import { originOf } from './origin.ts'
import type { RunHeader, RunState } from './state.ts'

/** The payload of the first event, `run_id` included. */
export type StartRequest = RunHeader

/** The first events of a run: created, with what it begins with, and queued. `now`: milliseconds by the database's clock. */
export function createEvents(
  request: StartRequest,
  { now, carried }: { readonly now: number; readonly carried?: Carried | undefined },
): readonly RunEvent[] {
  const bodies: readonly RunEventBody[] = [
    { type: 'workflow.run.created', payload: request },
    ...(carried === undefined ? [] : [{ type: 'workflow.run.carried_over' as const, payload: carried }]),
    { type: 'workflow.run.queued', payload: {} },
  ]
  return bodies.map((body, index) => ({ seq: index + 1, at: now, ...body }))
}

/** The published version that a child is pinned to, and what its definition says about failures. */
export interface ChildVersion {
  readonly version: number
  readonly hash: string
  readonly saga: boolean
  readonly fail_fast: boolean
}

/** A detached run has no parent, and is the root of its own tree; its origin stays that of the run that starts it. */
function lineageOf({ header }: RunState, { id, step, iteration, detached }: Extract<Effect, { kind: 'child' }>) {
  if (detached) return { root_run_id: id, origin_run_id: originOf(header) }
  const { root_run_id, origin_run_id, run_id } = header
  return { root_run_id, ...(origin_run_id !== undefined && { origin_run_id }), parent: { run_id, step, iteration } }
}

/** A child inherits owner, region, root, tags and priority of its parent; it runs on auto. */
export function childRequest(
  parent: RunState,
  effect: Extract<Effect, { kind: 'child' }>,
  latest: ChildVersion,
): StartRequest {
  const { header } = parent
  return {
    run_id: effect.id,
    workflow: effect.workflow,
    ...latest,
    input: effect.input,
    drive: 'auto',
    tags: header.tags,
    priority: header.priority,
    owner_id: header.owner_id,
    data_region: header.data_region,
    ...lineageOf(parent, effect),
    depth: header.depth + 1,
    ancestors: [...(header.ancestors ?? []), header.workflow],
    actor: header.actor,
  }
}

import type { Effect } from './effect.ts'
import type { RunEvent } from './event.ts'
import type { RunHeader, RunState } from './state.ts'

/** What the first event says, `run_id` included. */
export type StartRequest = RunHeader

/** The first two events of a run: created and queued. `now`: milliseconds by the database's clock. */
export function createEvents(_request: StartRequest, _context: { readonly now: number }): readonly RunEvent[] {
  throw new Error('being written')
}

/** A child inherits owner, region, root, tags and priority of its parent; it runs on auto. `latest` is the version it is pinned to. */
export function childRequest(
  _parent: RunState,
  _effect: Extract<Effect, { kind: 'child' }>,
  _latest: { readonly version: number; readonly hash: string; readonly saga: boolean; readonly fail_fast: boolean },
): StartRequest {
  throw new Error('being written')
}

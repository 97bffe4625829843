import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Effect } from './effect.ts'
import type { RunState } from './state.ts'

/** Everything that is owed to the world in this state, with stable ids: the same before and after a replay. */
export function plan(_executable: ExecutableDefinition, _state: RunState): readonly Effect[] {
  throw new Error('being written')
}

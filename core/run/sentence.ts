import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { RunState } from './state.ts'

/** What is the run doing, why, since when, and what would move it: one or two sentences for the head of its page. `now` in milliseconds. */
export function sentence(_executable: ExecutableDefinition | null, _state: RunState, _now: number): string {
  throw new Error('being written')
}

import { END } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import { isInFlow } from './edges.ts'
import type { RunState } from './state.ts'

const reaches = new WeakMap<ExecutableDefinition, Map<string, ReadonlySet<string>>>()

/** The step and everything downstream of it over forward edges. Computed once per step of a definition. */
export function downstreamOf(executable: ExecutableDefinition, step: string): ReadonlySet<string> {
  let known = reaches.get(executable)
  if (known === undefined) {
    known = new Map()
    reaches.set(executable, known)
  }
  let reach = known.get(step)
  if (reach === undefined) {
    reach = search(executable, step)
    known.set(step, reach)
  }
  return reach
}

function search(executable: ExecutableDefinition, step: string): ReadonlySet<string> {
  const found = new Set([step])
  // A set is iterated in insertion order, elements added during the iteration included.
  for (const name of found) {
    for (const edge of executable.flowOf(name).outgoing(name)) if (!edge.back) found.add(edge.to)
  }
  return found
}

export type JumpKind = 'end' | 'back' | 'forward' | 'sideways' | 'unknown'

/** The kind of a jump: to the end of the branch, upstream (or to itself), downstream, or not allowed. */
export function jumpKind(executable: ExecutableDefinition, state: RunState, from: string, target: string): JumpKind {
  if (target === END) return 'end'
  if (!executable.has(target) || !isInFlow(executable, state, target)) return 'unknown'
  if (downstreamOf(executable, target).has(from)) return 'back'
  return downstreamOf(executable, from).has(target) ? 'forward' : 'sideways'
}

import type { RunHeader } from '../state.ts'

/**
 * The origin of a run: the run that a person or a program started, and from which this one descends. A detached run is
 * the root of its own tree; its origin is that of the run that started it, so that the bound on descendants counts
 * both.
 */
export function originOf({ origin_run_id, root_run_id }: Pick<RunHeader, 'origin_run_id' | 'root_run_id'>): string {
  return origin_run_id ?? root_run_id
}

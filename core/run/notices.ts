import type { Command } from './command.ts'
import type { RunState } from './state.ts'

export interface Notice {
  /** Run id. */
  readonly to: string
  readonly command: Command
}

/**
 * What a batch means to the run's parent (it ended, its open waits changed) and
 * to its children (cancel, hold, resume): sent in the transaction of the batch.
 */
export function notices(_before: RunState, _after: RunState): readonly Notice[] {
  throw new Error('being written')
}

import type { RunState } from '../../state.ts'
import type { CodeState, RecordedCommand } from '../code-state.ts'

/** The state of the code; the decider of code sees only runs that have it. */
export function codeOf({ code }: Pick<RunState, 'code'>): CodeState {
  if (code === undefined) throw new Error('The run is not one of a workflow that is code.')
  return code
}

/** The record of an open command. */
export function recordOf(state: RunState, step: string): RecordedCommand {
  const record = codeOf(state).open[step]
  if (record === undefined) throw new Error(`${step} is no open command.`)
  return record
}

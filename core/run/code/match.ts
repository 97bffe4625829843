import type { JsonObject } from '#core/json.ts'
import type { CodeOutcome, CommandShape } from './code-state.ts'
import { commandText } from './command-names.ts'

/** The code asks for something else than the history has. The code of the failure; a retry of the same code cannot help. */
export const DETERMINISM_VIOLATION = 'WorkflowDeterminismViolation'

export type Violation = Extract<CodeOutcome, { kind: 'violation' }>

/**
 * Compares the command that the code asks for with the recorded command of that number: kind, name, and the duration of
 * a timer; the arguments may differ. Null when they agree. `asked` null: the code asks for no further command.
 */
export function compareCommand(recorded: CommandShape, asked: CommandShape | null): Violation | null {
  if (asked !== null && isSame(recorded, asked)) return null
  const { n } = recorded
  const history = `command ${n}: history has ${commandText(recorded)}`
  const code = asked === null ? 'the code asks for nothing' : `code asks for ${commandText(asked)}`
  return violation(`${history}, ${code}`, { n, recorded: shapeOf(recorded), asked: asked && shapeOf(asked) })
}

/** News for a command that the code has not asked for at this point, although the history has. */
export function unasked(recorded: CommandShape): Violation {
  return compareCommand(recorded, null) as Violation
}

/** A command that the history does not have, although it went on from there. */
export function unrecorded(asked: CommandShape): Violation {
  const { n } = asked
  const message = `command ${n}: history has nothing, code asks for ${commandText(asked)}`
  return violation(message, { n, recorded: null, asked: shapeOf(asked) })
}

/** The body ended earlier than it did in the history. */
export function endedEarly(recorded: CommandShape | null, how: string): Violation {
  if (recorded === null) return violation(`the code ${how}, and the history went on`, {})
  const history = `command ${recorded.n}: history has ${commandText(recorded)}`
  return violation(`${history}, the code ${how} before it`, { n: recorded.n, recorded: shapeOf(recorded), asked: null })
}

function violation(message: string, details: JsonObject): Violation {
  return { kind: 'violation', message, details }
}

function isSame(a: CommandShape, b: CommandShape): boolean {
  return a.kind === b.kind && a.name === b.name && a.duration_ms === b.duration_ms
}

function shapeOf({ kind, name, duration_ms }: CommandShape): JsonObject {
  return { kind, name, ...(duration_ms !== undefined && { duration_ms }) }
}

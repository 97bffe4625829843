import type { Decision } from '#components/ui/schema-form/decision.ts'
import { withProperty } from '#components/ui/schema-form/schema-field.ts'
import type { Json } from '#core/json.ts'

/**
 * Keys that are pressed while a decision is pending: a person who decides quickly means the next task. The keys are
 * kept until that task is shown. They are dropped when another task is chosen, or when the decision is refused.
 */
interface TypeAhead {
  readonly keys: readonly string[]
  /** The task that the keys are for; null until it is known. */
  readonly taskId: string | null
  /** Time of the last key press. */
  readonly at: number
}

const most = 30
/** Maximum age of the kept keys; older keys no longer match what the person has in mind. */
const freshMs = 10_000
const none: TypeAhead = { keys: [], taskId: null, at: 0 }
let buffer = none

export function bufferKey(key: string, at = Date.now()): void {
  if (buffer.keys.length < most) buffer = { ...buffer, keys: [...buffer.keys, key], at }
}

/** Null means that no task comes next. */
export function assignKeys(taskId: string | null): void {
  buffer = taskId === null ? none : { ...buffer, taskId }
}

export function discardKeys(): void {
  buffer = none
}

export function takeKeys(taskId: string, now = Date.now()): readonly string[] {
  if (buffer.taskId !== taskId) return []
  const { keys, at } = buffer
  buffer = none
  return now - at < freshMs ? keys : []
}

export interface Replay {
  /** The value of the form after the keys; undefined where none of the keys was an answer. */
  readonly value: Json | undefined
  readonly sends: boolean
  /** The keys after the one that sent the form: they are for the next task. */
  readonly rest: readonly string[]
}

/**
 * Applies keys to a form, one after the other, until the form is sent. Enter alone sends an answer that was just given.
 */
export function replayKeys(keys: readonly string[], decision: Decision | null, from: Json): Replay {
  let value: Json | undefined
  for (const [index, key] of keys.entries()) {
    const answer = decision?.answers.find((each) => each.keys.includes(key))
    if (decision && answer) value = withProperty(value ?? from, decision.name, answer.value)
    else if (key === 'mod+enter' || (key === 'enter' && value !== undefined)) {
      return { value, sends: true, rest: keys.slice(index + 1) }
    }
  }
  return { value, sends: false, rest: [] }
}

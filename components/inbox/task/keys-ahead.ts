import type { Decision } from '#components/ui/schema-form/decision.ts'
import { withProperty } from '#components/ui/schema-form/schema-field.ts'
import type { Json } from '#core/json.ts'

/**
 * Keys that are pressed while a decision is on its way: whoever decides quickly means the task that comes next. They are
 * kept until that is there, and are forgotten when another one is chosen, or when the decision is not taken.
 */
interface KeysAhead {
  readonly keys: readonly string[]
  /** The task that they are for; null until it is known. */
  readonly taskId: string | null
  /** When the last one was pressed. */
  readonly at: number
}

const most = 30
/** Whoever pressed them so long ago thinks of something else by now. */
const freshMs = 10_000
const none: KeysAhead = { keys: [], taskId: null, at: 0 }
let ahead = none

export function keepKey(key: string, at = Date.now()): void {
  if (ahead.keys.length < most) ahead = { ...ahead, keys: [...ahead.keys, key], at }
}

/** Null: none comes next. */
export function keysAreFor(taskId: string | null): void {
  ahead = taskId === null ? none : { ...ahead, taskId }
}

export function forgetKeys(): void {
  ahead = none
}

export function takeKeys(taskId: string, now = Date.now()): readonly string[] {
  if (ahead.taskId !== taskId) return []
  const { keys, at } = ahead
  ahead = none
  return now - at < freshMs ? keys : []
}

export interface Played {
  /** What is in the form then; undefined where none of the keys was an answer. */
  readonly value: Json | undefined
  readonly sends: boolean
  /** What comes after it was sent: for the task after this one. */
  readonly rest: readonly string[]
}

/** What such keys do to a form, one after the other, until it is sent. Enter alone sends an answer that was just given. */
export function playKeys(keys: readonly string[], decision: Decision | null, from: Json): Played {
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

import type { KeySpec } from '#core/definition/catalogue.ts'
import type { Problem } from '#core/definition/problem.ts'
import type { Json } from '#core/json.ts'

export interface FieldChange {
  /** From the field's own value; empty for the value itself. */
  readonly path: readonly (string | number)[]
  /** Undefined removes what is there. */
  readonly value: Json | undefined
}

/** What every field of the inspector gets: its catalogue entry, its value, and the way to change it. */
export interface FieldProps {
  readonly spec: KeySpec
  readonly value: Json | undefined
  /** The problems at this field or below it. */
  readonly problems: readonly Problem[]
  /** Writes the value, or a part of it, into the document; the answer is why it could not, or null. */
  set(value: Json | undefined, path?: readonly (string | number)[]): string | null
  /** Several changes as one undo step. */
  change(changes: readonly FieldChange[]): string | null
  /** What stands in an empty field, where the graph knows better than the catalogue. */
  readonly placeholder?: string | undefined
}

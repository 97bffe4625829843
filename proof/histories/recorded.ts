import type { Definition } from '#core/definition/definition.ts'
import type { RunEvent } from '#core/run/event.ts'

/** One line of a set of histories. */
export interface RecordedHistory {
  readonly definition: Definition
  readonly history: readonly RunEvent[]
  /** Of what the history meant to the version that made it. */
  readonly digest: string
}

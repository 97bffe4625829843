import type { Json, JsonObject } from '#core/json.ts'

/** What a step gave, or is to give: taken instead of running it. */
export interface PinnedOutput {
  readonly output: Json
  /** HTTP: status and headers of the answer. */
  readonly http?: Json | undefined
}

/** By step name. */
export type Pins = { readonly [step: string]: PinnedOutput }

/**
 * What a test run executes of a draft. `until`: a step and what leads to it.
 * `step`: that step alone; `given` stands in for all that would have run before it.
 */
export type TestPlan =
  | { readonly mode: 'whole'; readonly pins: Pins }
  | { readonly mode: 'until'; readonly step: string; readonly pins: Pins }
  | { readonly mode: 'step'; readonly step: string; readonly given: GivenInput }

/** What one step finds when it is run alone. The run's own input comes with its start. */
export interface GivenInput {
  /** Fields of `state` beside those of the input. */
  readonly state?: JsonObject | undefined
  /** Outputs of earlier steps. */
  readonly steps?: Pins | undefined
  /** The element of the list, for a step within a loop. */
  readonly item?: Json | undefined
}

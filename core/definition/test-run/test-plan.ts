import type { Json, JsonObject } from '#core/json.ts'

/** A recorded or given output of a step, used instead of running it. */
export interface PinnedOutput {
  readonly output: Json
  /** HTTP: status and headers of the answer. */
  readonly http?: Json | undefined
}

/** By step name. */
export type Pins = { readonly [step: string]: PinnedOutput }

/**
 * The part of a draft that a test run executes. `until`: a step and the steps that lead to it. `step`: one step alone;
 * `given` replaces the data of all earlier steps.
 */
export type TestPlan =
  | { readonly mode: 'whole'; readonly pins: Pins }
  | { readonly mode: 'until'; readonly step: string; readonly pins: Pins }
  | { readonly mode: 'step'; readonly step: string; readonly given: TestInput }

/** The data for one step that runs alone. The run's own input is passed at its start. */
export interface TestInput {
  /** Fields of `state` in addition to the input's. */
  readonly state?: JsonObject | undefined
  /** Outputs of earlier steps. */
  readonly steps?: Pins | undefined
  /** The element of the list, for a step within a loop. */
  readonly item?: Json | undefined
}

import type { Json } from '../json.ts'

/** Plain JSON, as expressions read it. */
export type StepOutput = {
  readonly output: Json
  readonly http?: Json
  /** Ids of the people who decided. */
  readonly decided_by?: readonly string[]
}

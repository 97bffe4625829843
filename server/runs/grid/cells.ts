import type { StepCell } from '#core/run/step-standing.ts'

/** By the names of the steps of its definition; or that its history is too long to be read for a cell each. */
export type RunCells = ReadonlyMap<string, StepCell> | 'too_long'

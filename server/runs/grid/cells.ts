import type { StepCell } from '#core/run/display-status.ts'

/** Cells by step name; or the marker that the history is too long to be read for the grid. */
export type RunCells = ReadonlyMap<string, StepCell> | 'too_long'

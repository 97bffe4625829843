export interface MatchCount {
  readonly count: number
  /** There are more; counting stopped at the bound. */
  readonly more: boolean
}

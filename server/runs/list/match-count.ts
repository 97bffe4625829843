export interface MatchCount {
  readonly count: number
  /** The count stopped at its bound; more rows match. */
  readonly more: boolean
}

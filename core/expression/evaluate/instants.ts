/** An instant, as nanoseconds since 1970 in UTC. */
export class Timestamp {
  readonly nanoseconds: bigint
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds
  }
}

/** A length of time in nanoseconds; negative goes back. */
export class Duration {
  readonly nanoseconds: bigint
  constructor(nanoseconds: bigint) {
    this.nanoseconds = nanoseconds
  }
}

/** Instants leave the server as ISO 8601 strings with milliseconds, in UTC. */
export type Instant = string

/** One page of a list; `nextCursor` is opaque and null on the last page. */
export interface Page<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

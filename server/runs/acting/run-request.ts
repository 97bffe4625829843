import type { Json } from '#core/json.ts'

export interface RunRequest {
  readonly workflow: string
  /** The latest when left out. */
  readonly version?: number | undefined
  readonly input: Json
  /** The caller's own state, echoed with the outcome. */
  readonly clientState?: Json | undefined
  readonly drive?: 'auto' | 'manual' | undefined
  readonly saga?: boolean | undefined
  readonly failFast?: boolean | undefined
  readonly tags?: readonly string[] | undefined
  readonly priority?: number | undefined
  /** Allowed only for an actor who may act for that owner. */
  readonly ownerId?: string | undefined
  readonly dataRegion?: string | undefined
  /** The idempotency key: a repeated request returns the run of the first one. */
  readonly idempotencyKey?: string | undefined
}

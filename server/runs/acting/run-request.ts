import type { Json } from '#core/json.ts'

export interface RunRequest {
  readonly workflow: string
  /** The latest when left out. */
  readonly version?: number | undefined
  readonly input: Json
  /** The caller's own, echoed with the outcome. */
  readonly clientState?: Json | undefined
  readonly drive?: 'auto' | 'manual' | undefined
  readonly saga?: boolean | undefined
  readonly failFast?: boolean | undefined
  readonly tags?: readonly string[] | undefined
  readonly priority?: number | undefined
  /** Only from an actor who may act for that owner. */
  readonly ownerId?: string | undefined
  readonly dataRegion?: string | undefined
  /** The caller's own name for this request: sent again, it returns the same run. */
  readonly idempotencyKey?: string | undefined
}

import type { Json } from '#core/json.ts'
import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'

export async function requestRun(
  _stores: Stores,
  _actor: Actor,
  _request: {
    readonly workflow: string
    readonly version?: number | undefined
    readonly input: Json
    readonly drive?: 'auto' | 'manual' | undefined
    readonly tags?: readonly string[] | undefined
    readonly idempotencyKey?: string | undefined
  },
): Promise<{ readonly runId: string; readonly status: string }> {
  throw new Error('Not reached yet.')
}

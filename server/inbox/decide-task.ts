import type { Json } from '#core/json.ts'
import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { DecideResult } from './models.ts'

export async function decideTask(
  _stores: Stores,
  _actor: Actor,
  _request: { readonly taskId: string; readonly input: Json; readonly revision: number; readonly operationId: string },
): Promise<DecideResult> {
  throw new Error('Not reached yet.')
}

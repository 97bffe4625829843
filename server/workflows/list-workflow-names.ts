import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'

export async function listWorkflowNames(_stores: Stores, _actor: Actor): Promise<readonly string[]> {
  throw new Error('Not reached yet.')
}

import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'

export async function duplicateWorkflow(
  _stores: Stores,
  _actor: Actor,
  _request: { readonly name: string; readonly newName: string },
): Promise<{ readonly name: string }> {
  throw new Error('Not reached yet.')
}

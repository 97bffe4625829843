import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'

export async function archiveWorkflow(
  _stores: Stores,
  _actor: Actor,
  _request: { readonly name: string; readonly archived: boolean },
): Promise<{ readonly name: string }> {
  throw new Error('Not reached yet.')
}

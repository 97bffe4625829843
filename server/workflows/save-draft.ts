import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { SaveDraftResult } from './models.ts'

export async function saveDraft(
  _stores: Stores,
  _actor: Actor,
  _request: { readonly name: string; readonly text: string; readonly baseRevision: number },
): Promise<SaveDraftResult> {
  throw new Error('Not reached yet.')
}

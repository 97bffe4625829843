import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { ImportReport } from './models.ts'

export async function importWorkflows(
  _stores: Stores,
  _actor: Actor,
  _request: { readonly text: string; readonly publish: boolean; readonly functionsFolders: readonly string[] },
): Promise<ImportReport> {
  throw new Error('Not reached yet.')
}

import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { PublishResult } from './models.ts'

export async function publishDraft(
  _stores: Stores,
  _actor: Actor,
  _request: {
    readonly name: string
    readonly baseRevision: number
    readonly message?: string | undefined
    readonly functionsFolders: readonly string[]
  },
): Promise<PublishResult> {
  throw new Error('Not reached yet.')
}

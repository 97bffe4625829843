import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'

export async function createWorkflow(
  _stores: Stores,
  _actor: Actor,
  _request: {
    readonly name?: string | undefined
    readonly text?: string | undefined
    readonly templateId?: string | undefined
  },
): Promise<{ readonly name: string }> {
  throw new Error('Not reached yet.')
}

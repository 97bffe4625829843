import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'

export async function countRuns(
  _stores: Stores,
  _actor: Actor,
  _workflow?: string,
): Promise<Readonly<Record<string, number>>> {
  throw new Error('Not reached yet.')
}

import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'

export async function countTasks(_stores: Stores, _actor: Actor): Promise<{ readonly open: number }> {
  throw new Error('Not reached yet.')
}

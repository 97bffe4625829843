import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { DraftDetail } from './models.ts'

export async function getDraft(_stores: Stores, _actor: Actor, _name: string): Promise<DraftDetail> {
  throw new Error('Not reached yet.')
}

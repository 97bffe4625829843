import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { OverviewData } from './models.ts'

export async function getOverview(_stores: Stores, _actor: Actor): Promise<OverviewData> {
  throw new Error('Not reached yet.')
}

import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { RunDetail } from './models.ts'

export async function getRun(_stores: Stores, _actor: Actor, _runId: string): Promise<RunDetail> {
  throw new Error('Not reached yet.')
}

import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { HumanTaskDetail } from './models.ts'

export async function getTask(_stores: Stores, _actor: Actor, _taskId: string): Promise<HumanTaskDetail> {
  throw new Error('Not reached yet.')
}

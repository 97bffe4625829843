import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { RunTreeNode } from './models.ts'

export async function getRunTree(_stores: Stores, _actor: Actor, _runId: string): Promise<RunTreeNode> {
  throw new Error('Not reached yet.')
}

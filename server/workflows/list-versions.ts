import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { VersionSummary } from './models.ts'

export async function listVersions(_stores: Stores, _actor: Actor, _name: string): Promise<readonly VersionSummary[]> {
  throw new Error('Not reached yet.')
}

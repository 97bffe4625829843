import type { Actor } from '../actor.ts'
import type { Stores } from '../stores.ts'
import type { VersionDetail } from './models.ts'

export async function getVersion(
  _stores: Stores,
  _actor: Actor,
  _name: string,
  _version: number,
): Promise<VersionDetail> {
  throw new Error('Not reached yet.')
}

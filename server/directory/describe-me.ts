import type { Actor } from '../actor.ts'
import type { Me } from './models.ts'

/** Who asks, and what the pages may offer them. */
export function describeMe(actor: Actor): Me {
  return {
    id: actor.id,
    name: actor.actingAs ?? actor.name,
    manager: actor.roles.includes('admin') || actor.roles.includes('manager'),
    admin: actor.roles.includes('admin'),
    groups: actor.groups,
    actingAs: actor.actingAs ?? null,
    gone: actor.isGone ?? false,
  }
}

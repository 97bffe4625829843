import { type Actor, isAdmin, isManager } from '#server/access/actor.ts'
import type { Me } from './models.ts'

/** The caller, and the permissions that the pages need. */
export function describeMe(actor: Actor): Me {
  return {
    id: actor.id,
    name: actor.actingAs ?? actor.name,
    manager: isManager(actor),
    admin: isAdmin(actor),
    groups: actor.groups,
    actingAs: actor.actingAs ?? null,
    gone: actor.isGone ?? false,
  }
}

import type { Actor } from '#server/access/actor.ts'
import { may, permits } from '#server/access/may.ts'
import type { Me } from './models.ts'

/** The caller, and the permissions that the pages need. */
export function describeMe(actor: Actor): Me {
  return {
    id: actor.id,
    name: actor.actingAs ?? actor.name,
    manager: may(actor, 'task.read_all').allowed,
    admin: permits(actor, 'member.admin').allowed,
    groups: actor.groups,
    actingAs: actor.actingAs ?? null,
    gone: actor.isGone ?? false,
  }
}

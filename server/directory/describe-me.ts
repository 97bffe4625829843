import { type Actor, hasPermission } from '#server/access/actor.ts'
import { may, permits } from '#server/access/may.ts'
import { allPermissions } from '#server/access/permissions.ts'
import type { Me, Mode } from './models.ts'

/** The caller, and the permissions that the pages need. */
export function describeMe(actor: Actor, mode: Mode): Me {
  return {
    id: actor.id,
    name: actor.actingAs ?? actor.name,
    manager: may(actor, 'task.read_all').allowed,
    admin: permits(actor, 'member.admin').allowed,
    groups: actor.groups,
    permissions: allPermissions.filter((permission) => hasPermission(actor, permission)),
    mode,
    actingAs: actor.actingAs ?? null,
    gone: actor.isGone ?? false,
  }
}

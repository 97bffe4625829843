import type { Actor } from '#server/access/actor.ts'
import { may, permits, requirePermission } from '#server/access/may.ts'
import type { Permission } from '#server/access/permissions.ts'
import { ApiError } from '../../api-error.ts'
import type { Context } from '../context.ts'

/**
 * Authorisation, called first in every procedure and route. A request without an actor, in the name of a person who is
 * gone, or without the permission is refused.
 */
export function requireActor(context: Context, permission: Permission): Actor {
  const { actor } = context
  if (!actor) throw new ApiError('UNAUTHENTICATED', 'Not signed in.', 'session')
  requirePermission(may(actor, 'request.make'))
  requirePermission(permits(actor, permission))
  return actor
}

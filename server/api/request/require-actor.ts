import type { Actor } from '#server/access/actor.ts'
import { may, requirePermission } from '#server/access/may.ts'
import { ApiError } from '../../api-error.ts'
import type { Context } from '../context.ts'

/**
 * Authorisation, called first in every procedure and route. A request without an actor, or in the name of a person who
 * is gone, is refused.
 */
export function requireActor(context: Context): Actor {
  const { actor } = context
  if (!actor) throw new ApiError('UNAUTHENTICATED', 'Not signed in.')
  requirePermission(may(actor, 'request.make'))
  return actor
}

import type { Actor } from '../../actor.ts'
import { ApiError } from '../../api-error.ts'
import type { Context } from '../context.ts'

/** Authorisation, called first in every procedure and route: without an actor nothing is answered. */
export function requireActor(context: Context): Actor {
  if (!context.actor) throw new ApiError('UNAUTHENTICATED', 'Nobody is signed in.')
  return context.actor
}

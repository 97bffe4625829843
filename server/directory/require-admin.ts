import { type Actor, isAdmin } from '#server/access/actor.ts'
import { ApiError } from '../api-error.ts'

/** People and groups decide who may do what: only administrators change them. Throws `FORBIDDEN`. */
export function requireAdmin(actor: Actor): void {
  if (isAdmin(actor)) return
  const hint = actor.actingAs === undefined ? '' : ` Stop acting as ${actor.actingAs} first.`
  throw new ApiError('FORBIDDEN', `Only an administrator changes people and groups.${hint}`)
}

import { ApiError } from '../api-error.ts'
import type { Actor } from './actor.ts'

/** How long a login counts as fresh. */
export const FRESH_LOGIN_MS = 10 * 60_000

/**
 * Refuses an actor who logged in too long ago to change keys, secrets, members or webhooks: a browser that was left
 * open is not enough for that. A key has no login and is refused. Local mode has none to ask for.
 */
export function requireFreshLogin({ login, key, everyOwner, actingAs }: Actor, now = Date.now()): void {
  if (key) throw new ApiError('FORBIDDEN', 'This needs a login in the browser: API keys cannot do it.')
  if (everyOwner || actingAs !== undefined) return
  if (login && now - login.at <= FRESH_LOGIN_MS) return
  throw new ApiError('LOGIN_TOO_OLD', 'Confirm that it is you: log in again, then repeat this.')
}

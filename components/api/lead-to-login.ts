import { isJsonObject } from '#core/json.ts'
import { apiFailure } from './api-failure.ts'

let isSigningOut = false

/**
 * Marks a logout that is under way: its own navigation, to the logout of the login's provider, must not be replaced by the
 * way to the login when another request of the page finds that the session is over. Returns what ends the mark.
 */
export function beginSignOut(): () => void {
  isSigningOut = true
  return () => {
    isSigningOut = false
  }
}

/**
 * Leads to the login when the session is over, or through the setup of a second factor that the owner demands, and back
 * to this page afterwards. The server names the session in that
 * refusal alone: local mode has no login, and refuses a person who is gone with the same code.
 */
export async function leadToLogin(error: unknown): Promise<void> {
  const { code, field } = apiFailure(error)
  if (code === 'SECOND_FACTOR_NEEDED') return leadTo('/second-factor')
  if (code !== 'UNAUTHENTICATED' || field !== 'session') return
  const response = await fetch('/api/auth/session').catch(() => null)
  const answer: unknown = response?.ok ? await response.json().catch(() => null) : null
  if (!isJsonObject(answer) || !('session' in answer)) return
  const { session } = answer
  // A session without any membership is there to accept an invitation; it opens no page.
  if (session === null || (isJsonObject(session) && session.member === false)) {
    leadTo('/login')
  }
}

function leadTo(page: string): void {
  if (isSigningOut) return
  const { pathname, search } = window.location
  window.location.assign(`${page}?${new URLSearchParams({ to: pathname + search })}`)
}

import { beginSignOut } from '#components/api/lead-to-login.ts'
import { ask } from './ask.ts'
import { leave } from './leave.ts'

/** Ends the session of the browser. The provider of its login ends its own, too, and leads back to the login page. */
export async function signOut(): Promise<void> {
  const end = beginSignOut()
  // A page that the browser shows again from its memory is no longer on its way out.
  window.addEventListener('pageshow', end, { once: true })
  try {
    const { location } = await ask<{ location: string | null }>('logout', {})
    leave(location ?? undefined)
  } catch (error) {
    end()
    throw error
  }
}

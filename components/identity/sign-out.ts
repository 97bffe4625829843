import { ask } from './ask.ts'
import { leave } from './leave.ts'

/** Ends the session of the browser. The provider of its login ends its own, too, and leads back to the login page. */
export async function signOut(): Promise<void> {
  const { location } = await ask<{ location: string | null }>('logout', {})
  leave(location ?? undefined)
}

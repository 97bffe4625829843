import { useQuery } from '@tanstack/react-query'
import { ask } from './ask.ts'

/** The session of the browser and what its account logs in by. */
export interface BrowserSession {
  readonly email: string
  /** The second factor of the account is on. */
  readonly secondFactor: boolean
  /** The session has shown a second factor. */
  readonly secondFactorShown: boolean
  readonly password: boolean
  /** The login was one by an owner's own provider, and leads to this owner alone. */
  readonly isBound: boolean
  /** The provider that the session began at; `id` is null where people do not log in by it any more. */
  readonly provider: { readonly id: string | null; readonly name: string } | null
}

export const sessionKey = ['auth', 'session']

/** The session of the browser. Local mode has none: `enabled` is false there. */
export function useSession({ enabled = true } = {}) {
  return useQuery({
    enabled,
    queryKey: sessionKey,
    queryFn: async () => (await ask<{ session: BrowserSession | null }>('session')).session,
  })
}

import { useQuery } from '@tanstack/react-query'
import { ask } from './ask.ts'

/** The session of the browser and what its account logs in by. */
export interface BrowserSession {
  readonly email: string
  readonly secondFactor: boolean
  readonly password: boolean
}

export const sessionKey = ['auth', 'session']

export function useSession() {
  return useQuery({
    queryKey: sessionKey,
    queryFn: async () => (await ask<{ session: BrowserSession | null }>('session')).session,
  })
}

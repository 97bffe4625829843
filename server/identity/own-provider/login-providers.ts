import { ApiError } from '../../api-error.ts'
import type { Identity } from '../identity.ts'
import { redirectUri } from '../oidc/begin-login.ts'
import type { EndBoundSessions } from './change-own-provider.ts'
import type { ConnectionTest, OwnProviderAddresses } from './models.ts'
import { ownProviderId } from './provider-id.ts'
import { testConnection } from './test-connection.ts'

/** What the settings of an owner's own provider need of logins. */
export interface LoginProviders {
  addressesOf(ownerId: string): OwnProviderAddresses
  /** Tests the connection to the provider that is stored: its secret goes to no other address. Throws `NOT_FOUND`. */
  test(ownerId: string): Promise<ConnectionTest>
  readonly endSessions: EndBoundSessions
}

export function createLoginProviders(identity: Identity): LoginProviders {
  const { url, pool, ownProvider } = identity
  return {
    addressesOf(ownerId) {
      const id = ownProviderId(ownerId)
      return {
        redirect: redirectUri(identity, id),
        logout: `${url}/api/auth/provider/${encodeURIComponent(id)}/logout`,
        login: `${url}/login?${new URLSearchParams({ owner: ownerId })}`,
      }
    },
    async test(ownerId) {
      const provider = await ownProvider(ownerId)
      if (!provider) throw new ApiError('NOT_FOUND', 'There is no login provider yet. Set it up first.')
      return testConnection(provider, redirectUri(identity, provider.settings.id))
    },
    async endSessions(ownerId, kept) {
      await pool.query('delete from session where "boundOwner" = $1 and "provider" is distinct from $2', [
        ownerId,
        kept,
      ])
    },
  }
}

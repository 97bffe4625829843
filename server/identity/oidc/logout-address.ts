import { buildEndSessionUrl } from 'openid-client'
import type { Identity } from '../identity.ts'
import { providerOfKey } from './provider-of-session.ts'

/** What is left of a session that has ended. */
export interface EndedSession {
  /** The account key of the provider of its login; null for a login by password. */
  readonly provider: string | null
  readonly boundOwner: string | null
  readonly idToken: string | null
}

/**
 * The address that ends the session at the provider of the login, and leads back to the login page. Null where there is
 * no provider, or one that offers none or does not answer: the session here has ended all the same.
 */
export async function logoutAddress(
  identity: Pick<Identity, 'providers' | 'ownProvider' | 'url' | 'onError'>,
  { provider: key, boundOwner, idToken }: EndedSession,
): Promise<string | null> {
  const { url, onError } = identity
  try {
    const provider = await providerOfKey(identity, key, boundOwner)
    if (!provider) return null
    const { configuration } = await provider.discovered()
    if (!configuration.serverMetadata().end_session_endpoint) return null
    return buildEndSessionUrl(configuration, {
      post_logout_redirect_uri: `${url}/login`,
      ...(idToken !== null && { id_token_hint: idToken }),
    }).href
  } catch (error) {
    onError(error)
    return null
  }
}

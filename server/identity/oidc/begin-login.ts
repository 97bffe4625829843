import type { Context } from 'hono'
import {
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import { ownPath } from '#core/own-path.ts'
import { ApiError } from '../../api-error.ts'
import type { Identity } from '../identity.ts'
import { ownerOfProviderId } from '../own-provider/provider-id.ts'
import { identityTuning } from '../tuning.ts'
import { sealState } from './login-state.ts'
import type { ProviderClient } from './provider-client.ts'

const { stateSeconds, toCharacters, freshSeconds } = identityTuning.oidc

export interface BegunLogin {
  readonly provider: string
  /** The page to go on to. */
  readonly to?: string | undefined
  /** The token of an invitation that the login accepts. */
  readonly invite?: string | undefined
  /** Whether the provider must ask the person again, although they are logged in there. */
  readonly fresh?: boolean | undefined
}

/** The address that the provider redirects to: one for each provider, so that their answers cannot be mixed up. */
export const redirectUri = ({ url }: Pick<Identity, 'url'>, providerId: string): string =>
  `${url}/api/auth/callback/${encodeURIComponent(providerId)}`

/** The cookie that binds a login to the browser that began it. */
export const stateCookie = ({ cookie }: Pick<Identity, 'cookie'>): string => `${cookie}.oidc`

/** The provider of a login. Throws `NOT_FOUND`. */
export async function getProvider(
  { providers, ownProvider }: Pick<Identity, 'providers' | 'ownProvider'>,
  id: string,
): Promise<ProviderClient> {
  const ownerId = ownerOfProviderId(id)
  const provider = ownerId === null ? providers.find(({ settings }) => settings.id === id) : await ownProvider(ownerId)
  if (!provider) throw new ApiError('NOT_FOUND', 'There is no such way to log in.', 'provider')
  return provider
}

/**
 * Begins a login by a provider: state, nonce and code verifier go into a cookie, and the caller goes to the address that
 * is returned. Throws `NOT_FOUND`, `UNAVAILABLE`, and `INVALID_INPUT` under another name of this machine, where the
 * cookie would be missing on the way back.
 */
export async function beginLogin(identity: Identity, c: Context, begun: BegunLogin): Promise<string> {
  const provider = await getProvider(identity, begun.provider)
  const { host } = new URL(identity.url)
  if (c.req.header('host')?.toLowerCase() !== host)
    throw new ApiError('INVALID_INPUT', `Open ${identity.url} to log in with ${provider.settings.name}.`)
  const { configuration } = await provider.discovered().catch((error: unknown) => {
    identity.onError(error)
    throw new ApiError('UNAVAILABLE', `${provider.settings.name} does not answer. Try again in a minute.`)
  })
  const codeVerifier = randomPKCECodeVerifier()
  const to = ownPath(begun.to)
  const login = {
    provider: provider.settings.id,
    state: randomState(),
    nonce: randomNonce(),
    codeVerifier,
    to: to.length > toCharacters ? '/' : to,
    invite: begun.invite,
    fresh: begun.fresh,
    until: Date.now() + stateSeconds * 1_000,
  }
  const secure = identity.url.startsWith('https:') ? ' Secure;' : ''
  c.header(
    'set-cookie',
    `${stateCookie(identity)}=${sealState(login, identity.secret)}; Max-Age=${stateSeconds}; Path=/; HttpOnly;${secure} SameSite=Lax`,
    { append: true },
  )
  return buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri(identity, provider.settings.id),
    scope: provider.settings.scopes,
    state: login.state,
    nonce: login.nonce,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    ...(provider.settings.acr.length > 0 && { acr_values: provider.settings.acr.join(' ') }),
    ...(begun.fresh && { prompt: 'login', max_age: String(freshSeconds) }),
  }).href
}

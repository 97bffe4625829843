import { createRemoteJWKSet, customFetch as customJwksFetch, type JWTVerifyGetKey } from 'jose'
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  type ServerMetadata,
} from 'openid-client'
import { Agent, fetch } from 'undici'
import { guardedConnect } from '../../engine/executor/http/guarded-connect.ts'
import type { OidcProvider } from '../../oidc-settings.ts'
import { identityTuning } from '../tuning.ts'

const { metadataSeconds, answerSeconds, answerBytes, skewSeconds } = identityTuning.oidc

/** A provider with its metadata, as `openid-client` needs them. */
export interface DiscoveredProvider {
  readonly configuration: Configuration
  /** The keys of the provider, for logout tokens. */
  readonly keys: JWTVerifyGetKey
}

/** How Heddle talks to one provider. */
export interface ProviderClient {
  readonly settings: OidcProvider
  /** Throws while the provider does not answer as its issuer. */
  discovered(): Promise<DiscoveredProvider>
  /** Gives its connections back. */
  close(): void
}

interface ProviderClientOptions {
  readonly httpAllow: readonly string[]
  /** Whether the host of the issuer may be a private one, since the operator has named it. */
  readonly isIssuerAllowed?: boolean
  readonly onError: (error: unknown) => void
}

/**
 * The client of a provider. Metadata are read at the first use, so that a provider that is away stops no start, and
 * anew after an hour; the previous ones stay in use while that fails. Requests pass the guard of HTTP steps: the host of
 * the issuer is allowed by being configured by the operator, and every other host must be public or in
 * `HEDDLE_HTTP_ALLOW`.
 */
export function createProviderClient(
  settings: OidcProvider,
  { httpAllow, isIssuerAllowed = true, onError }: ProviderClientOptions,
): ProviderClient {
  const { ask, close } = guardedFetch(isIssuerAllowed ? [...httpAllow, hostOf(settings.issuer)] : httpAllow)
  let known: { readonly provider: DiscoveredProvider; readonly at: number } | null = null
  let reading: Promise<DiscoveredProvider> | null = null

  const read = async () => {
    try {
      const provider = await discover(settings, ask)
      known = { provider, at: performance.now() }
      return provider
    } catch (error) {
      if (!known) throw error
      onError(error)
      known = { ...known, at: performance.now() }
      return known.provider
    } finally {
      reading = null
    }
  }
  return {
    settings,
    close,
    discovered() {
      if (known && performance.now() - known.at < metadataSeconds * 1_000) return Promise.resolve(known.provider)
      reading ??= read()
      return reading
    },
  }
}

type Fetch = (url: string, options: object) => Promise<Response>

function hostOf(issuer: string): string {
  const { hostname, port, protocol } = new URL(issuer)
  return `${hostname.replace(/^\[|\]$/g, '')}:${port || (protocol === 'https:' ? '443' : '80')}`
}

function guardedFetch(allow: readonly string[]): { readonly ask: Fetch; close(): void } {
  const connect = guardedConnect({ allow, connectMs: answerSeconds * 1_000 })
  // Connections are not kept (`pipelining: 0`): logins are rare, and a connection that the provider has just closed would
  // fail the exchange of a code, which cannot be repeated.
  const dispatcher = new Agent({ connect, maxResponseSize: answerBytes, pipelining: 0 })
  return {
    // The same class in the eyes of openid-client and jose, which look at its methods only.
    ask: (url, options) => fetch(url, { ...options, dispatcher }) as unknown as Promise<Response>,
    close: () => void dispatcher.close(),
  }
}

/** By the header, unless the provider takes the secret in the body alone. */
function clientAuthentication(secret: string): ClientAuth {
  const [byHeader, inBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)]
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported
    const isHeader = !methods || methods.includes('client_secret_basic')
    return (isHeader ? byHeader : inBody)(server, ...rest)
  }
}

/** The browser is sent to these addresses of the metadata: one of another scheme would run as a script of this site. */
function requireSafePages(
  { issuer, authorization_endpoint: login, end_session_endpoint: logout }: ServerMetadata,
  isPlain: boolean,
): void {
  for (const address of [login, logout])
    if (address !== undefined && !isPage(address, isPlain))
      throw new Error(`${issuer} names a page that is none of the web or without TLS.`)
}

function isPage(address: string, isPlain: boolean): boolean {
  if (!URL.canParse(address)) return false
  const { protocol } = new URL(address)
  return protocol === 'https:' || (isPlain && protocol === 'http:')
}

async function discover(settings: OidcProvider, ask: Fetch): Promise<DiscoveredProvider> {
  const { issuer, clientId, clientSecret } = settings
  const isPlain = issuer.startsWith('http:')
  const options = { [customFetch]: ask, timeout: answerSeconds, execute: isPlain ? [allowInsecureRequests] : [] }
  const metadata = { client_secret: clientSecret, [clockTolerance]: skewSeconds }
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    metadata,
    clientAuthentication(clientSecret),
    options,
  )
  const server = configuration.serverMetadata()
  // Other spellings would be other keys of accounts; providers of many tenants have one issuer for each.
  if (server.issuer !== issuer)
    throw new Error(
      `The provider says that its issuer is ${server.issuer}, and the setting says ${issuer}. Use the former.`,
    )
  requireSafePages(server, isPlain)
  enableNonRepudiationChecks(configuration)
  if (!server.jwks_uri) throw new Error(`${issuer} names no keys (jwks_uri).`)
  const jwks = new URL(server.jwks_uri)
  if (jwks.protocol !== 'https:' && !isPlain) throw new Error(`${issuer} has its keys at an address without TLS.`)
  const keys = createRemoteJWKSet(jwks, {
    timeoutDuration: answerSeconds * 1_000,
    [customJwksFetch]: (url, { headers, method, redirect, signal }) => ask(url, { headers, method, redirect, signal }),
  })
  return { configuration, keys }
}

import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { decodeJwt, decodeProtectedHeader, exportJWK, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import type { OidcProvider } from '../../oidc-settings.ts'

/** What the provider says about a person; `sub` is the name that they log in with. */
export type PersonClaims = Readonly<Record<string, unknown>>

/** Changes the claims or the header of an ID token before it is signed, or signs it otherwise. */
export interface Tampering {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly key?: KeyObject
  readonly alg?: string
}

export interface TestProvider {
  readonly issuer: string
  /** What the provider knows of people, by the name that they log in with. */
  readonly people: Map<string, PersonClaims>
  /** Applied to every ID token, until it is unset. */
  tampering: Tampering | null
  /** Signs any claims with the provider's key, or another one. */
  sign(
    claims: JWTPayload,
    header?: { readonly typ?: string; readonly jku?: string; readonly key?: KeyObject },
  ): Promise<string>
  settings(more?: Partial<OidcProvider>): OidcProvider
  stop(): Promise<void>
}

export const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey

const client = { id: 'heddle', secret: 'a secret of the client of tests' }

/**
 * A real OpenID Connect provider at a port of its own, with one client: Heddle at the URL. A person logs in with a name
 * alone. `otherIds`: those under which Heddle knows it besides. `idTokenHasClaims`: the ID token has e-mail and groups, and not only the user info.
 */
export async function startTestProvider(
  heddleUrl: string,
  {
    id = 'oidc',
    otherIds = [],
    idTokenHasClaims = true,
  }: { readonly id?: string; readonly otherIds?: readonly string[]; readonly idTokenHasClaims?: boolean } = {},
): Promise<TestProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = newKey()
  const people = new Map<string, PersonClaims>()
  const provider = new Provider(issuer, {
    ...configurationFor(heddleUrl, [id, ...otherIds], people),
    jwks: { keys: [{ ...(await exportJWK(key)), kid: 'one', alg: 'RS256', use: 'sig' }] },
    conformIdTokenClaims: !idTokenHasClaims,
  })
  const sign: TestProvider['sign'] = (claims, { typ, jku, key: other } = {}) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...(typ && { typ }), ...(jku && { jku }) })
      .sign(other ?? key)
  const test: TestProvider = {
    issuer,
    people,
    tampering: null,
    sign,
    settings: (more) => ({
      id,
      name: 'Acme',
      issuer,
      clientId: client.id,
      clientSecret: client.secret,
      scopes: 'openid email profile',
      groupsClaim: 'groups',
      acr: [],
      domains: [],
      owner: 'local',
      ...more,
    }),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  provider.use(async (ctx, next) => {
    if (ctx.path.startsWith('/interaction/')) return answerInteraction(provider, ctx)
    await next()
    const { tampering } = test
    const body = ctx.body as { id_token?: string } | undefined
    if (tampering && ctx.path === '/token' && body?.id_token)
      body.id_token = await tampered(body.id_token, tampering, key)
  })
  server.on('request', provider.callback())
  return test
}

async function tampered(token: string, { claims, key, alg }: Tampering, ownKey: KeyObject): Promise<string> {
  const payload: JWTPayload = { ...decodeJwt(token), ...claims }
  const header = { ...decodeProtectedHeader(token), alg: alg ?? 'RS256' }
  if (alg === 'none')
    return `${[header, payload].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`
  const signing = alg === 'HS256' ? new TextEncoder().encode(client.secret) : (key ?? ownKey)
  return new SignJWT(payload).setProtectedHeader(header).sign(signing)
}

function configurationFor(
  heddleUrl: string,
  ids: readonly [string, ...string[]],
  people: TestProvider['people'],
): Configuration {
  return {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: ids.map((id) => `${heddleUrl}/api/auth/callback/${id}`),
        post_logout_redirect_uris: [`${heddleUrl}/login`],
        backchannel_logout_uri: `${heddleUrl}/api/auth/provider/${ids[0]}/logout`,
        backchannel_logout_session_required: true,
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'groups'],
    },
    cookies: { keys: ['a key of tests'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true },
    },
    pkce: { required: () => true },
    // Without the dispatcher that refuses this machine's addresses, at one of which Heddle is told of logouts.
    fetch: (url, options) => globalThis.fetch(url, { ...options, dispatcher: undefined } as RequestInit),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people.get(sub) }) }),
    // The person has consented before.
    async loadExistingGrant(ctx) {
      const { client: asking, session, provider } = ctx.oidc
      const grant = new provider.Grant({
        ...(asking && { clientId: asking.clientId }),
        ...(session?.accountId && { accountId: session.accountId }),
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  }
}

/** The page on which a person types a name, or goes back. */
async function answerInteraction(
  provider: Provider,
  ctx: KoaContextWithOIDC | Parameters<Parameters<Provider['use']>[0]>[0],
) {
  if (ctx.method === 'GET') {
    ctx.type = 'html'
    ctx.body = `<!doctype html><html lang="en"><title>Acme</title><form method="post"><label>Name at Acme <input name="login" autofocus></label>
      <button>Continue</button><button name="cancel" value="yes">Cancel</button></form></html>`
    return
  }
  const chunks: Buffer[] = []
  for await (const chunk of ctx.req) chunks.push(chunk as Buffer)
  const form = new URLSearchParams(Buffer.concat(chunks).toString())
  const result = form.has('cancel')
    ? { error: 'access_denied', error_description: 'Cancelled.' }
    : { login: { accountId: form.get('login') ?? '' } }
  ctx.respond = false
  await provider.interactionFinished(ctx.req, ctx.res, result, { mergeWithLastSubmission: false })
}

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Actor } from '#server/access/actor.ts'
import { createApp } from '../../api/app.ts'
import { authRoutes } from '../../api/auth/auth-routes.ts'
import { createStreams } from '../../api/streams.ts'
import { startTestApi, type TestApi } from '../../api/testing/test-api.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { createPool } from '../../db/pool.ts'
import { createAccount } from '../../identity/create-account.ts'
import { createIdentity, type Identity } from '../../identity/identity.ts'
import { createLoginProviders } from '../../identity/own-provider/login-providers.ts'
import { offerSetup } from '../../identity/setup.ts'
import { actorOfKey } from '../../keys/actor-of-key.ts'
import type { InviteMailer } from '../../notify/mail/mail-invite.ts'
import type { OidcProvider } from '../../oidc-settings.ts'
import { createFront } from '../front.ts'
import type { Pages } from '../next-pages.ts'

const pages: Pages = {
  prepare: async () => undefined,
  answer: async (_, outgoing) => void outgoing.end('<page>'),
  upgrade: async (_, socket) => void socket.destroy(),
  close: async () => undefined,
}

export const testPassword = 'correct horse battery'

export interface LoginServer {
  readonly api: TestApi
  readonly identity: Identity
  /** Private hosts that new clients of providers may reach. */
  readonly httpAllow: string[]
  readonly url: string
  /** A new setup link, as at a start of the web process. */
  setupToken(): Promise<string>
  /** A client at an address of its own: attempts are counted by address. */
  browser(): Browser
  newAddress(): string
  /** A member of the owner `local`, and its account, which logs in with `testPassword`. */
  addMember(name: string, roles: Actor['roles']): Promise<{ readonly userId: string; readonly email: string }>
  stop(): Promise<void>
}

export interface LoginServerOptions {
  readonly heartbeatMs?: number
  /** Requests see the rows of their owner alone, by row-level security. */
  readonly roles?: boolean
  /** The providers, which know the address of the server. */
  readonly oidcOf?: (url: string) => Promise<readonly OidcProvider[]>
  /** Private hosts that owners' own providers may have. */
  readonly httpAllowOf?: (url: string) => Promise<readonly string[]>
  /** Sends links of invitations that lead to the URL. */
  readonly mailInviteOf?: (url: string) => InviteMailer
}

/** The whole web process but Next, with `HEDDLE_AUTH=on`. */
export async function startLoginServer(options: LoginServerOptions = {}): Promise<LoginServer> {
  const { heartbeatMs, oidcOf, httpAllowOf, mailInviteOf, roles } = options
  const api = await startTestApi({ roles })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const onError = (error: unknown) => void api.errors.push(error)
  const pool = createPool(api.databaseUrl, 4, onError)
  const secret = 'a secret of tests with 32 characters'
  const oidc = (await oidcOf?.(url)) ?? []
  const httpAllow = [...((await httpAllowOf?.(url)) ?? [])]
  const { storesOf, services } = api
  const own = { poolOf: (ownerId: string) => storesOf(ownerId).pool, ring: services.keyRing }
  const identity = createIdentity({
    pool,
    secret,
    url,
    oidc,
    own,
    httpAllow,
    onError,
  })
  const app = createApp({
    ...api.services,
    ...(roles && { storesOf: api.storesOf }),
    mode: 'login',
    accounts: identity.accounts,
    attempts: identity.attempts,
    providersOf: identity.providersOf,
    loginProviders: createLoginProviders(identity),
    mailInvite: mailInviteOf?.(url),
    streams: createStreams(heartbeatMs),
    actorOf: async (request, isActive) => (await actorOfKey(identity, request)) ?? identity.actorOf(request, isActive),
    loginOf: identity.loginOf,
    onError,
  })
  app.route('/', authRoutes(identity))
  const front = createFront({
    api: app.fetch,
    pages,
    development: false,
    trustedProxies: { trusts: (address) => address === '127.0.0.1' },
    position: () => '0',
    login: true,
    isLoggedIn: async (cookies) => (await identity.sessionOfCookies(cookies)) !== null,
    onError,
  })
  await new Promise<void>((resolve) => front.listen(port, '127.0.0.1', resolve))
  let addresses = 0
  const newAddress = () => {
    addresses += 1
    return `203.0.113.${addresses}`
  }
  return {
    api,
    identity,
    httpAllow,
    url,
    setupToken: async () => (await offerSetup(pool, url))?.split('#t=')[1] ?? '',
    browser: () => new Browser(url, newAddress()),
    newAddress,
    async addMember(name, roles) {
      const email = `${name}@example.com`
      return inTransaction(pool, async (client) => {
        const { userId } = await createAccount(client, { email, name, password: testPassword })
        await client.query(`insert into person (owner_id, id, name) values ('local', $1, $1)`, [name])
        await client.query(`insert into member (owner_id, person_id, user_id, roles) values ('local', $1, $2, $3)`, [
          name,
          userId,
          roles,
        ])
        return { userId, email }
      })
    },
    async stop() {
      front.closeAllConnections()
      front.close()
      await pool.end()
      await api.stop()
    },
  }
}

/** A port that is free now: the identity must know its address before the server listens. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** A client that keeps cookies, as a browser does. */
export class Browser {
  readonly cookies = new Map<string, string>()
  readonly address: string
  readonly #url: string

  constructor(url: string, address: string) {
    this.#url = url
    this.address = address
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(path, { headers })
  }

  async post(path: string, body: unknown = {}, headers: Record<string, string> = {}): Promise<Response> {
    return this.send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: this.#url, 'sec-fetch-site': 'same-origin', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  async send(
    path: string,
    { headers, ...init }: RequestInit & { headers?: Record<string, string> },
  ): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(this.#url + path, {
      redirect: 'manual',
      ...init,
      headers: { 'x-forwarded-for': this.address, ...(cookie && { cookie }), ...headers },
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '' || /max-age=0/i.test(set)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }
}

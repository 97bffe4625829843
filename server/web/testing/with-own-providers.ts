import { afterAll, beforeAll } from 'vitest'
import { inTransaction } from '../../db/in-transaction.ts'
import { createAccount } from '../../identity/create-account.ts'
import { startTestProvider, type TestProvider } from '../../identity/testing/test-provider.ts'
import { type Browser, type LoginServer, startLoginServer, testPassword } from './login-server.ts'
import { ProviderLogin } from './provider-login.ts'

/** The web process of a test file, with the owners acme and beta beside local; set by `withOwnProviders`. */
export let server: LoginServer
/** The own provider of acme, which is a provider of the installation as well (`oidc`). */
export let acme: TestProvider
/** The own provider of beta. */
export let beta: TestProvider

export function withOwnProviders(): void {
  beforeAll(async () => {
    server = await startLoginServer({
      roles: true,
      oidcOf: async (url) => {
        acme = await startTestProvider(url, { id: 'owner.acme', otherIds: ['oidc'] })
        beta = await startTestProvider(url, { id: 'owner.beta' })
        return [acme.settings({ id: 'oidc', name: 'Everybody', domains: ['all.example'] })]
      },
      httpAllowOf: async () => [acme, beta].map(({ issuer }) => new URL(issuer).host),
    })
    for (const owner of ['acme', 'beta']) await rows(`insert into "owner" (id, name) values ($1, $1)`, [owner])
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all([acme.stop(), beta.stop()])
  })
}

export const rows = async (sql: string, values: unknown[] = []) => (await server.identity.pool.query(sql, values)).rows

/** A browser in which a member of the owner has logged in by password. */
export async function member(ownerId: string, name: string, roles: readonly string[]): Promise<Browser> {
  const email = `${name}@example.com`
  await inTransaction(server.identity.pool, async (client) => {
    const { userId } = await createAccount(client, { email, name, password: testPassword })
    await client.query('insert into person (owner_id, id, name) values ($1, $2, $2)', [ownerId, name])
    await client.query('insert into member (owner_id, person_id, user_id, roles) values ($1, $2, $3, $4)', [
      ownerId,
      name,
      userId,
      roles,
    ])
  })
  const browser = server.browser()
  await browser.post('/api/auth/login', { email, password: testPassword })
  return browser
}

/** The answer of a mutation: its data, or the code of its refusal. */
export async function call(browser: Browser, procedure: string, input?: object): Promise<unknown> {
  const answer = (await (await browser.post(`/api/trpc/${procedure}`, input ?? {})).json()) as {
    result?: { data: unknown }
    error?: { data: { code: string; apiCode?: string }; message: string }
  }
  return answer.result ? answer.result.data : answer.error?.message
}

export async function ask(browser: Browser, procedure: string): Promise<unknown> {
  const { result } = (await (await browser.get(`/api/trpc/${procedure}`)).json()) as { result?: { data: unknown } }
  return result?.data
}

/** The settings of an owner's provider, as its administrator enters them. */
export function entered(provider: TestProvider, more: object = {}): object {
  const { issuer, clientId, clientSecret, scopes } = provider.settings()
  const domains = [provider === acme ? 'acme.example' : 'beta.example']
  return { name: 'Its own', issuer, clientId, clientSecret, scopes, groupsClaim: 'groups', acr: [], domains, ...more }
}

/** A person of a provider, with a verified address in its domain unless `claims` say otherwise. */
export function person(provider: TestProvider, name: string, claims: object = {}): string {
  const email = `${name}@${provider === acme ? 'acme' : 'beta'}.example`
  provider.people.set(name, { name: `${name} by provider`, email, email_verified: true, ...claims })
  return name
}

export const login = () => new ProviderLogin(server)

/** The owner that requests of the browser act in; null without an actor. */
export async function actsIn(browser: Browser): Promise<string | null> {
  const owners = (await ask(browser, 'owners.mine')) as { id: string; isCurrent: boolean }[] | undefined
  return owners?.find(({ isCurrent }) => isCurrent)?.id ?? null
}

import { afterAll, beforeAll, beforeEach } from 'vitest'
import { localPerson } from '../../access/actor.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { insertInvite } from '../../identity/members/invites.ts'
import { startTestProvider, type TestProvider } from '../../identity/testing/test-provider.ts'
import { type LoginServer, startLoginServer } from './login-server.ts'
import { ProviderLogin } from './provider-login.ts'

/** The web process of a test file, and two providers by which people log in there; set by `withProviders`. */
export let server: LoginServer
/** Its groups are believed, and addresses in its domain join by themselves. */
export let acme: TestProvider
/** Its groups are not believed, and its claims are in the user info alone. */
export let other: TestProvider

export function withProviders(): void {
  beforeAll(async () => {
    server = await startLoginServer({
      oidcOf: async (url) => {
        acme = await startTestProvider(url)
        other = await startTestProvider(url, { id: 'oidc-2', idTokenHasClaims: false })
        return [
          acme.settings({ domains: ['acme.example'], acr: ['urn:two'] }),
          other.settings({ name: 'Other', groupsClaim: null, domains: ['other.example'] }),
        ]
      },
    })
    await rows(`insert into person_group (owner_id, id, name) values ('local', 'credit', 'Credit')`)
    await rows(`insert into group_mapping (owner_id, claim, kind, target) values
      ('local', 'lenders', 'group', 'credit'), ('local', 'lenders', 'role', 'approver'), ('local', 'heads', 'role', 'manager')`)
  })
  beforeEach(() => {
    acme.tampering = null
    other.tampering = null
  })
  afterAll(async () => {
    await server.stop()
    await Promise.all([acme.stop(), other.stop()])
  })
}

export const rows = async (sql: string, values: unknown[] = []) => (await server.identity.pool.query(sql, values)).rows
export const me = '/api/trpc/directory.me'
const admin = { ...localPerson, id: 'root', name: 'Root', roles: ['admin'] as const }

/** A person of a provider, with a verified address in its domain unless `claims` say otherwise. */
export function person(name: string, claims: object = {}, provider = acme): string {
  const email = `${name}@${provider === acme ? 'acme' : 'other'}.example`
  provider.people.set(name, { name: `${name} of Acme`, email, email_verified: true, ...claims })
  return name
}

export const login = () => new ProviderLogin(server)
export const refusedBy = (reason: string) => `/login?refused=${reason}`

export async function memberOf(name: string, provider = acme) {
  const [found] = await rows(
    `select m.person_id as id, m.roles, m.status, u."email", u."emailVerified" as verified,
       array(select group_id || ' ' || source from group_member g
         where g.owner_id = m.owner_id and g.person_id = m.person_id order by 1) as groups
     from account a join "user" u on u."id" = a."userId" left join member m on m.user_id = u."id"
     where a."providerId" = $1 and a."accountId" = $2`,
    [provider.issuer, name],
  )
  return found
}

export const audited = async (actor: string) =>
  (await rows('select action, outcome from audit where actor_id = $1 order by id', [actor])).map(
    ({ action, outcome }) => `${action} ${outcome}`,
  )

export const invited = async (email?: string) => {
  await rows(`insert into member (owner_id, person_id, user_id, roles) values ('local', 'root', 'u-root', '{admin}')
    on conflict do nothing`)
  return (
    await inTransaction(server.identity.pool, (client) =>
      insertInvite(client, admin, { email, roles: ['viewer'], groups: [] }),
    )
  ).token
}

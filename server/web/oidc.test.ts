import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { localPerson } from '../access/actor.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { createAccount } from '../identity/create-account.ts'
import { insertInvite } from '../identity/members/invites.ts'
import { endSessionsOfRemoved } from '../identity/oidc/removed-providers.ts'
import { hashOfPassword } from '../identity/passwords.ts'
import { newKey, startTestProvider, type Tampering, type TestProvider } from '../identity/testing/test-provider.ts'
import { codeOf } from './testing/authenticator-app.ts'
import { type LoginServer, startLoginServer, testPassword } from './testing/login-server.ts'
import { ProviderLogin } from './testing/provider-login.ts'

let server: LoginServer
let acme: TestProvider
let other: TestProvider
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
  await rows(`insert into group_mapping values
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

const rows = async (sql: string, values: unknown[] = []) => (await server.identity.pool.query(sql, values)).rows
const me = '/api/trpc/directory.me'
const admin = { ...localPerson, id: 'root', name: 'Root', roles: ['admin'] as const }

/** A person of a provider, with a verified address in its domain unless `claims` say otherwise. */
function person(name: string, claims: object = {}, provider = acme): string {
  const email = `${name}@${provider === acme ? 'acme' : 'other'}.example`
  provider.people.set(name, { name: `${name} of Acme`, email, email_verified: true, ...claims })
  return name
}

const login = () => new ProviderLogin(server)
const refusedBy = (reason: string) => `/login?refused=${reason}`

async function memberOf(name: string, provider = acme) {
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

const audited = async (actor: string) =>
  (await rows('select action, outcome from audit where actor_id = $1 order by id', [actor])).map(
    ({ action, outcome }) => `${action} ${outcome}`,
  )

const invited = async (email?: string) => {
  await rows(`insert into member (owner_id, person_id, user_id, roles) values ('local', 'root', 'u-root', '{admin}')
    on conflict do nothing`)
  return (
    await inTransaction(server.identity.pool, (client) =>
      insertInvite(client, admin, { email, roles: ['viewer'], groups: [] }),
    )
  ).token
}

describe('a login by a provider', () => {
  it('makes a member of the domain at the first time, with the mapped roles and groups (access 8; ASVS 10.1.1, 10.5.1, 10.5.2, 10.5.3, 10.5.4)', async () => {
    const ana = login()
    expect(await ana.logIn(person('ana', { groups: ['lenders', 'unknown'] }), { to: '/inbox?a=b' })).toBe('/inbox?a=b')
    expect(await memberOf('ana')).toMatchObject({
      ...{ roles: ['approver'], groups: ['credit oidc'], email: 'ana@acme.example', verified: true },
    })
    // No token of the provider gets to the browser.
    expect([...ana.browser.cookies.keys()]).toEqual(['heddle'])
    const { result } = (await (await ana.browser.get(me)).json()) as { result: { data: { id: string } } }
    expect(result.data).toMatchObject({ id: 'ana.of.acme', mode: 'login' })
    expect(await audited('ana.of.acme')).toEqual(['member.join done', 'member.claims done', 'session.login done'])
    const [session] = await rows(
      `select extract(epoch from "expiresAt" - now()) / 3600 as hours, "provider", "providerSession", "userAgent"
       from session where "provider" = $1`,
      [acme.issuer],
    )
    expect(Number(session.hours)).toBeCloseTo(12, 1)
    expect(session).toMatchObject({ provider: acme.issuer, userAgent: 'node' })
    expect(session.providerSession).toEqual(expect.any(String))
    // The second login finds the account.
    expect(await login().logIn('ana')).toBe('/')
    expect(await rows(`select from "user" where "email" = 'ana@acme.example'`)).toHaveLength(1)
  })

  it('asks with PKCE, and state and nonce of its own each time; the cookie tells nothing (access 8; ASVS 10.1.2, 10.2.1)', async () => {
    const [one, two] = [new URL(await login().begin()), new URL(await login().begin())]
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(one.searchParams.get(name), name).not.toBe(two.searchParams.get(name))
    expect(Object.fromEntries(one.searchParams)).toMatchObject({
      ...{ response_type: 'code', code_challenge_method: 'S256', client_id: 'heddle', scope: 'openid email profile' },
      redirect_uri: `${server.url}/api/auth/callback/oidc`,
    })
    const response = await server.browser().post('/api/auth/provider/login', { provider: 'oidc' })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^heddle\.oidc=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
    expect(Buffer.from(cookie.split(/[=;]/)[1] ?? '', 'base64url').toString()).not.toContain('oidc')
  })

  it('replaces roles and groups of the provider each time, and leaves those given by hand (access 8; ASVS 8.2.1, 8.3.2)', async () => {
    const name = person('bo', { groups: ['lenders', 'heads'] })
    await login().logIn(name)
    await rows(
      `insert into person_group (owner_id, id, name) values ('local', 'sales', 'Sales') on conflict do nothing`,
    )
    await rows(`insert into group_member (owner_id, group_id, person_id) values ('local', 'sales', 'bo.of.acme')`)
    expect(await memberOf('bo')).toMatchObject({ roles: ['approver', 'manager'] })
    person('bo', { groups: ['heads'] })
    await login().logIn(name)
    expect(await memberOf('bo')).toMatchObject({ roles: ['manager'], groups: ['sales manual'] })
    const [{ manager }] = await rows(`select manager from person where owner_id = 'local' and id = 'bo.of.acme'`)
    expect(manager).toBe(true)
    person('bo', { groups: undefined })
    await login().logIn(name)
    expect(await memberOf('bo')).toMatchObject({ roles: [], groups: ['sales manual'] })
  })

  it.each([
    ['10,000 entries', Array.from({ length: 10_000 }, (_, at) => `group ${at}`)],
    ['names of other things', ['*', '__proto__', 'constructor', "'; drop table member; --", 'a\0b', 'x'.repeat(201)]],
    ['no list', { lenders: true, length: 1, 0: 'lenders' }],
    ['lists in a list', [['lenders'], { toString: 'lenders' }, 7, null, true]],
  ])('gives nothing for hostile groups: %s (access 8; ASVS 2.2.1, 8.3.1)', async (title, groups) => {
    const name = person(`hostile${title.length}`, { groups })
    const hostile = login()
    expect(await hostile.logIn(name)).toBe('/')
    expect(await memberOf(name)).toMatchObject({ roles: [], groups: [] })
    const [{ size }] = await rows(
      'select coalesce(max(length("idToken")), 0) as size from session where "provider" = $1',
      [acme.issuer],
    )
    expect(size).toBeLessThan(6_001)
  })

  it('reads the user info where the ID token says nothing, and believes no groups of a provider without a claim (access 8; ASVS 10.5.2)', async () => {
    const name = person('cy', { groups: ['lenders'] }, other)
    const cy = login()
    expect(await cy.logIn(name, { provider: 'oidc-2' })).toBe('/')
    expect(await memberOf('cy', other)).toMatchObject({ email: 'cy@other.example', roles: [], groups: [] })
    // The same subject at another issuer is another person.
    person('cy')
    await login().logIn('cy')
    expect((await memberOf('cy')).id).not.toBe((await memberOf('cy', other)).id)
  })
})

describe('nobody is logged in', () => {
  /** What a refused login leaves: no session, no account, a row in the audit. */
  async function refused(attempt: ProviderLogin, name: string, to: string | null, reason: string) {
    expect(to).toBe(refusedBy(reason))
    expect(attempt.browser.cookies.size).toBe(0)
    expect((await attempt.browser.get(me)).status).toBe(401)
    expect(await memberOf(name)).toBeUndefined()
    const [last] = await rows('select action, outcome from audit order by id desc limit 1')
    expect(last).toEqual({ action: 'session.login', outcome: 'refused' })
  }

  const hour = () => Math.floor(Date.now() / 1_000) - 3_600
  it.each<[string, () => Tampering]>([
    ['nonce', () => ({ claims: { nonce: 'another' } })],
    ['missing nonce', () => ({ claims: { nonce: undefined } })],
    ['issuer', () => ({ claims: { iss: 'https://evil.example' } })],
    ['issuer of the other provider', () => ({ claims: { iss: other.issuer } })],
    ['audience', () => ({ claims: { aud: 'another-client' } })],
    ['authorized party', () => ({ claims: { aud: ['heddle', 'another'], azp: 'another' } })],
    ['time', () => ({ claims: { exp: hour(), iat: hour() - 60 } })],
    ['missing subject', () => ({ claims: { sub: undefined } })],
    ['signature', () => ({ key: newKey() })],
    ['signature by the shared secret', () => ({ alg: 'HS256' })],
    ['signature, which there is none of', () => ({ alg: 'none' })],
  ])(
    'by an ID token with a wrong %s (access 8; ASVS 6.8.2, 9.1.1, 9.1.2, 9.2.1, 9.2.3, 10.5.1, 10.5.4, 11.6.1)',
    async (title, tampering) => {
      const name = person(`wrong${title.replaceAll(/\W/g, '')}`)
      const attempt = login()
      acme.tampering = tampering()
      await refused(attempt, name, await attempt.logIn(name), 'response')
      expect(server.api.errors.splice(0)).toHaveLength(1)
    },
  )

  it('by a state that is wrong, missing, over, or of another browser (access 8; ASVS 10.2.1, 10.5.1)', async () => {
    const name = person('state')
    const attempt = login()
    const back = await attempt.atProvider(await attempt.begin(), name)
    const { cookies } = attempt.browser
    const cookie = cookies.get('heddle.oidc') ?? ''
    const foreign = async (browser: ProviderLogin, url: URL) => {
      expect(await browser.comeBack(url)).toBe(refusedBy('state'))
      expect((await browser.browser.get(me)).status).toBe(401)
      expect(await memberOf(name)).toBeUndefined()
    }
    const changed = new URL(back)
    changed.searchParams.set('state', 'another')
    await foreign(attempt, changed)
    changed.searchParams.delete('state')
    await foreign(attempt, changed)
    const victim = login()
    await foreign(victim, back)
    await victim.begin()
    await foreign(victim, back)
    for (const forged of [`${cookie.slice(0, -2)}AA`, cookie.slice(0, 30), 'x', `${cookie}AAAA`]) {
      cookies.set('heddle.oidc', forged)
      await foreign(attempt, back)
    }
    cookies.delete('heddle.oidc')
    await foreign(attempt, back)
  })

  it('by answers that another page sends, which neither count as attempts nor end the login that was begun (access 5, 8; ASVS 6.3.1, 10.2.1)', async () => {
    const attempt = login()
    const back = await attempt.atProvider(await attempt.begin(), person('patient'))
    const audited = () => rows('select count(*)::int as n from audit')
    const before = await audited()
    for (let time = 0; time < 40; time += 1)
      expect(await attempt.comeBack(new URL('/api/auth/callback/oidc?state=x&code=y', back))).toBe(refusedBy('state'))
    expect(await audited()).toEqual(before)
    expect(await attempt.comeBack(back)).toBe('/')
  })

  it('by a code that is replayed, or was given to another login (access 8; ASVS 10.2.1)', async () => {
    const [attempt, name] = [login(), person('replay')]
    const back = await attempt.atProvider(await attempt.begin(), name)
    const cookie = attempt.browser.cookies.get('heddle.oidc') ?? ''
    expect(await attempt.comeBack(back)).toBe('/')
    const again = login()
    again.browser.cookies.set('heddle.oidc', cookie)
    expect(await again.comeBack(back)).toBe(refusedBy('response'))
    expect(again.browser.cookies.size).toBe(0)
    // A code that was stolen from another browser does not fit the code verifier of this one.
    const [thief, owner] = [login(), login()]
    const stolen = await owner.atProvider(await owner.begin(), person('owner'))
    const mine = await thief.atProvider(await thief.begin(), person('thief'))
    mine.searchParams.set('code', stolen.searchParams.get('code') ?? '')
    expect(await thief.comeBack(mine)).toBe(refusedBy('response'))
    expect(server.api.errors.splice(0)).toHaveLength(2)
  })

  it('by an answer of another provider than the asked one (access 8; ASVS 10.2.2)', async () => {
    const name = person('mix')
    person('mix', {}, other)
    const attempt = login()
    const back = await attempt.atProvider(await attempt.begin(), name)
    const { cookies } = attempt.browser
    const cookie = cookies.get('heddle.oidc') ?? ''
    const come = async (change: (url: URL) => void) => {
      cookies.set('heddle.oidc', cookie)
      const url = new URL(back)
      change(url)
      return attempt.comeBack(url)
    }
    await refused(attempt, name, await come((url) => url.searchParams.set('iss', other.issuer)), 'response')
    await refused(attempt, name, await come((url) => url.searchParams.delete('iss')), 'response')
    const elsewhere = '/api/auth/callback/oidc-2'
    expect(await come((url) => Object.assign(url, { pathname: elsewhere }))).toBe(refusedBy('state'))
    // The honest provider's code never goes to the other one: it is still good.
    expect(await come(() => undefined)).toBe('/')
    expect(server.api.errors.splice(0)).toHaveLength(2)
  })

  it('who cancels at the provider, or is unknown there (access 8; ASVS 10.5.1)', async () => {
    const attempt = login()
    expect(await attempt.logIn(null, { to: '/runs' })).toBe(`${refusedBy('cancelled')}&to=%2Fruns`)
    expect((await server.browser().post('/api/auth/provider/login', { provider: 'oidc-3' })).status).toBe(404)
    expect((await server.browser().get('/api/auth/callback/oidc-3')).status).toBe(404)
  })

  it('without an invitation or an address in the domain, and an unverified address is none (access 8, 12; ASVS 6.8.1, 10.5.2)', async () => {
    const cases = {
      stranger: { email: 'stranger@example.com' },
      unverified: { email_verified: false },
      unsaid: { email_verified: undefined },
      counted: { email_verified: 1 },
      below: { email: 'below@sub.acme.example' },
      twice: { email: 'twice@acme.example@example.com' },
      list: { email: ['list@acme.example'] },
      none: { email: undefined },
    }
    for (const [name, claims] of Object.entries(cases)) {
      const attempt = login()
      await refused(attempt, name, await attempt.logIn(person(name, claims)), 'invitation')
    }
  })

  it('as the owner of an account with the same address: nothing is linked (access 8; ASVS 6.8.1, 10.5.2)', async () => {
    const email = 'vic@acme.example'
    const client = await server.identity.pool.connect()
    const { userId } = await createAccount(client, { email, name: 'Vic', password: 'correct horse battery' })
    client.release()
    await rows(`insert into person (owner_id, id, name) values ('local', 'vic', 'Vic')`)
    await rows(`insert into member (owner_id, person_id, user_id, roles) values ('local', 'vic', $1, '{admin}')`, [
      userId,
    ])
    for (const [name, verified, reason] of [
      ['vic', false, 'invitation'],
      ['vic2', true, 'address'],
    ] as const) {
      const attempt = login()
      await refused(attempt, name, await attempt.logIn(person(name, { email, email_verified: verified })), reason)
    }
    // An invitation that is bound to no address makes an account, and takes no address that nobody vouches for.
    const token = await invited()
    person('vic3', { email, email_verified: false })
    expect(await login().logIn('vic3', { invite: token })).toBe('/')
    expect(await memberOf('vic3')).toMatchObject({ roles: ['viewer'], verified: false })
    expect((await memberOf('vic3')).email).toMatch(/@account\.invalid$/)
    expect(await rows('select from session where "userId" = $1', [userId])).toEqual([])
  })
})

describe('an invitation', () => {
  it('is accepted by the provider’s verified address alone, once (access 8, 12; ASVS 6.4.1, 8.3.1)', async () => {
    const token = await invited('ira@example.com')
    const attempts = {
      unverified: person('ira1', { email: 'ira@example.com', email_verified: false }),
      elsewhere: person('ira2', { email: 'eve@example.com' }),
    }
    for (const name of Object.values(attempts)) {
      expect(await login().logIn(name, { invite: token })).toBe(refusedBy('invite'))
      expect(await memberOf(name)).toBeUndefined()
    }
    const ira = login()
    expect(await ira.logIn(person('ira', { email: 'Ira@Example.com' }), { invite: token })).toBe('/')
    expect(await memberOf('ira')).toMatchObject({ roles: ['viewer'], email: 'ira@example.com' })
    expect(await login().logIn(person('ira3', { email: 'ira@example.com' }), { invite: token })).toBe(
      refusedBy('invite'),
    )
    expect(await login().logIn('ira')).toBe('/')
  })

  it('is needed again by a person who was removed, and a disabled one stays outside (access 8, 12; ASVS 7.4.2, 8.3.2)', async () => {
    const name = person('joe')
    await login().logIn(name)
    const [{ userId }] = await rows('select "userId" from account where "accountId" = $1', [name])
    await rows(`update member set status = 'disabled' where user_id = $1`, [userId])
    await rows('delete from session where "userId" = $1', [userId])
    expect(await login().logIn(name)).toBe(refusedBy('member'))
    await rows('delete from member where user_id = $1', [userId])
    expect(await login().logIn(name)).toBe(refusedBy('member'))
    expect(await rows('select from session where "userId" = $1', [userId])).toEqual([])
    expect(await login().logIn(name, { invite: await invited() })).toBe('/')
    expect(await memberOf('joe')).toMatchObject({ roles: ['viewer'], status: 'active' })
  })
})

describe('the page that a login leads to (access 9; ASVS 3.7.2)', () => {
  it.each([
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/%2f%2fevil.example/..//evil.example',
    '/\tevil',
    '/.//evil.example',
    '/api/auth/logout',
    `/${'x'.repeat(2_000)}`,
  ])('is one of ours: %s', async (to) => {
    const name = person('kim')
    const led = await login().logIn(name, { to })
    const url = new URL(led ?? '', server.url)
    expect(url.origin).toBe(server.url)
    expect(led?.startsWith('/') && !led.startsWith('//')).toBe(true)
    if (!to.includes('%2f')) expect(led).toBe('/')
  })
})

describe('the end of a session by a provider', () => {
  it('leads to the provider, which ends its session and leads back (access 8; ASVS 7.4.1, 7.6.1)', async () => {
    const lea = login()
    await lea.logIn(person('lea'))
    const response = await lea.browser.post('/api/auth/logout')
    const { location } = (await response.json()) as { location: string }
    const asked = new URL(location)
    expect(asked.origin + asked.pathname).toBe(`${acme.issuer}/session/end`)
    expect(asked.searchParams.get('post_logout_redirect_uri')).toBe(`${server.url}/login`)
    expect(decodeJwt(asked.searchParams.get('id_token_hint') ?? '')).toMatchObject({ sub: 'lea', aud: 'heddle' })
    expect((await lea.browser.get(me)).status).toBe(401)
  })

  /** The sessions of a name that Heddle knows, by their id at the provider. */
  async function begun(name: string) {
    const attempt = login()
    await attempt.logIn(name)
    const [{ sid }] = await rows(
      `select s."providerSession" as sid from session s join account a on a."userId" = s."userId"
       where a."accountId" = $1 order by s."updatedAt" desc, s."createdAt" desc limit 1`,
      [name],
    )
    return { attempt, sid: sid as string, status: async () => (await attempt.browser.get(me)).status }
  }
  const now = () => Math.floor(Date.now() / 1_000)
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const tokenOf = (claims: object, header = {}) => {
    const common = { iss: acme.issuer, aud: 'heddle', iat: now(), exp: now() + 60, jti: randomUUID(), events: event }
    return acme.sign({ ...common, ...claims }, { typ: 'logout+jwt', ...header })
  }
  const send = (token: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}/api/auth/provider/oidc/logout`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams({ logout_token: token }),
    })

  it('comes by the back channel: one session, or all of a person (access 8; ASVS 7.4.1, 7.6.1, 10.5.5)', async () => {
    const name = person('max')
    const [one, two] = [await begun(name), await begun(name)]
    const stranger = await begun(person('mia'))
    expect((await send(await tokenOf({ sid: one.sid, sub: name }))).status).toBe(200)
    expect([await one.status(), await two.status()]).toEqual([401, 200])
    expect((await send(await tokenOf({ sub: name }))).status).toBe(200)
    expect(await two.status()).toBe(401)
    expect(await stranger.status()).toBe(200)
    // It is good twice, and ends nothing more.
    expect((await send(await tokenOf({ sub: name }))).status).toBe(200)
    const [{ ended }] = await rows(`select count(*)::int as ended from audit where action = 'session.end_by_provider'`)
    expect(ended).toBe(2)
    // The provider itself sends such a token when the person logs out there.
    const three = await begun(name)
    await three.attempt.logOutAt(acme.issuer)
    expect(await three.status()).toBe(401)
  })

  it('comes before the login that it ends is complete, and to an account without sessions: it is applied and audited (access 8, 13; ASVS 7.4.1, 7.6.1)', async () => {
    const name = person('pam')
    const audited = async () =>
      (
        await rows(`select outcome from audit where action = 'session.logout_by_provider' and target = $1`, [
          acme.issuer,
        ])
      ).length
    const earlier = await audited()
    const attempt = login()
    // The login has the past of a minute ago, and its answer is on its way.
    acme.tampering = { claims: { auth_time: now() - 60 } }
    const back = await attempt.atProvider(await attempt.begin(), name)
    expect((await send(await tokenOf({ sub: name }))).status).toBe(200)
    expect(await attempt.comeBack(back)).toBe(refusedBy('ended'))
    expect((await attempt.browser.get(me)).status).toBe(401)
    expect(await audited()).toBe(earlier + 1)
    // The session at the provider, by its id.
    acme.tampering = { claims: { sid: 'the-session-of-pam' } }
    expect((await send(await tokenOf({ sid: 'the-session-of-pam' }))).status).toBe(200)
    expect(await login().logIn(name)).toBe(refusedBy('ended'))
    // A login after it is another session.
    acme.tampering = null
    expect(await login().logIn(name)).toBe('/')
  })

  it('is refused without a token of the provider for it (access 8; ASVS 9.1.1, 9.1.3, 9.2.1, 9.2.2, 9.2.3, 10.5.5)', async () => {
    const { sid, status } = await begun(person('nia'))
    const wrong = await Promise.all([
      tokenOf({ sid }, { key: newKey() }),
      tokenOf({ sid, iss: other.issuer }),
      tokenOf({ sid, aud: 'another' }),
      tokenOf({ sid, events: undefined }),
      tokenOf({ sid, events: { other: {} } }),
      tokenOf({ sid, nonce: 'an ID token has one' }),
      tokenOf({ sid, exp: now() - 60 }),
      tokenOf({ sid, iat: now() - 3_600, exp: now() + 3_600 }),
      tokenOf({ sid, jti: undefined }),
      tokenOf({ sid: undefined }),
      // Signed by another provider, with and without a header that says where its keys are.
      ...[{}, { jku: `${other.issuer}/jwks` }].map((header) =>
        other.sign(
          { iss: acme.issuer, aud: 'heddle', iat: now(), exp: now() + 60, jti: 'x', events: event, sid },
          { typ: 'logout+jwt', ...header },
        ),
      ),
    ])
    for (const token of [...wrong, '', 'x', 'x'.repeat(20_000)]) {
      const response = await send(token)
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ error: 'invalid_request' })
    }
    const good = await tokenOf({ sid })
    // A page of another site cannot pass one on.
    expect((await send(good, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await send(good, { 'content-type': 'text/plain' })).status).toBe(415)
    expect(await status()).toBe(200)
    expect((await send(good)).status).toBe(200)
    expect(await status()).toBe(401)
  })
})

it('is as old as the login at the provider, and a fresh one is asked for there (access 6, 8; ASVS 6.8.4, 7.5.3)', async () => {
  const name = person('old')
  const attempt = login()
  const begun = new URL(await attempt.begin({ fresh: true }))
  expect(Object.fromEntries(begun.searchParams)).toMatchObject({ prompt: 'login', max_age: '600' })
  acme.tampering = { claims: { auth_time: Math.floor(Date.now() / 1_000) - 3_600 } }
  expect(await attempt.comeBack(await attempt.atProvider(begun.href, name))).toBe(refusedBy('response'))
  expect(server.api.errors.splice(0)).toHaveLength(1)
  expect(await attempt.logIn(name)).toBe('/')
  const [{ minutes }] = await rows(
    `select extract(epoch from now() - s."createdAt") / 60 as minutes from session s
     join account a on a."userId" = s."userId" where a."accountId" = $1`,
    [name],
  )
  expect(Number(minutes)).toBeCloseTo(60, 0)
})

it('is not fresh by itself where the provider does not tell when the person logged in (access 6, 8; ASVS 6.8.4, 7.5.3)', async () => {
  const name = person('undated')
  const attempt = login()
  acme.tampering = { claims: { auth_time: undefined } }
  expect(await attempt.logIn(name)).toBe('/')
  await rows(`update member set roles = '{admin}' where owner_id = 'local' and person_id = $1`, [
    (await memberOf(name)).id,
  ])
  const invite = async () => (await attempt.browser.post('/api/trpc/invites.create', { roles: ['viewer'] })).text()
  expect(await invite()).toContain('LOGIN_TOO_OLD')
  expect(await attempt.logIn(name, { fresh: true })).toBe(refusedBy('response'))
  expect(server.api.errors.splice(0)).toHaveLength(1)
  expect(await invite()).toContain('LOGIN_TOO_OLD')
  acme.tampering = null
  expect(await attempt.logIn(name, { fresh: true })).toBe('/')
  expect(await invite()).not.toContain('LOGIN_TOO_OLD')
})

it.each<[string, object, number]>([
  ['methods', { amr: ['pwd', 'mfa'] }, 200],
  ['a class of the settings', { acr: 'urn:two' }, 200],
  ['another class', { acr: 'urn:one' }, 403],
  ['no list of methods', { amr: 'mfa' }, 403],
  ['nothing', {}, 403],
])(
  'meets the demand of a second factor as far as the provider proves one: by %s (access 6, 8; ASVS 6.3.3, 6.8.4)',
  async (by, claims, status) => {
    const name = person(`factor${by.replaceAll(' ', '')}`)
    const attempt = login()
    expect(new URL(await attempt.begin()).searchParams.get('acr_values')).toBe('urn:two')
    acme.tampering = { claims: { ...claims } }
    expect(await attempt.logIn(name)).toBe('/')
    await rows(`update "owner" set second_factor_demanded = true where id = 'local'`)
    const answer = await attempt.browser.get(me)
    await rows(`update "owner" set second_factor_demanded = false where id = 'local'`)
    expect(answer.status).toBe(status)
  },
)

it('goes on in the owner that the session has entered, where the login was to be fresh (access 1, 6; ASVS 7.5.3)', async () => {
  const name = person('rita')
  const attempt = login()
  await attempt.logIn(name, { fresh: true })
  await rows(`insert into "owner" (id, name) values ('elsewhere', 'Elsewhere')`)
  await rows(`update "user" set "isInstallationAdmin" = true where "email" = 'rita@acme.example'`)
  const entered = await attempt.browser.post('/api/trpc/owners.enter', { ownerId: 'elsewhere', reason: 'A stuck run' })
  expect(entered.status).toBe(200)
  const place = async () => (await attempt.browser.get('/api/trpc/owners.mine')).text()
  const before = await place()
  const sessions = () =>
    rows(`select s."id", s."chosenOwner" as owner, e.owner_id as entered from session s join "user" u on u."id" = s."userId"
      left join owner_entry e on e.session_id = s."id" where u."email" = 'rita@acme.example'`)
  const [earlier] = await sessions()
  expect(await attempt.logIn(name, { fresh: true })).toBe('/')
  const [later, ...more] = await sessions()
  expect(more).toEqual([])
  expect(later).toEqual({ id: expect.any(String), owner: 'elsewhere', entered: 'elsewhere' })
  expect(later.id).not.toBe(earlier.id)
  expect(await place()).toBe(before)
})

it('ends with the removal of its provider, and sessions of others go on (access 8, 13; ASVS 7.4.1, 7.4.2)', async () => {
  const [kept, gone, local] = [login(), login(), server.browser()]
  await kept.logIn(person('kept'))
  await gone.logIn(person('gone', {}, other), { provider: 'oidc-2' })
  const { email } = await server.addMember('vera', ['viewer'])
  await local.post('/api/auth/login', { email, password: testPassword })
  expect(await endSessionsOfRemoved(server.identity.pool, [acme.issuer, other.issuer])).toBe(0)
  expect(await endSessionsOfRemoved(server.identity.pool, [acme.issuer])).toBeGreaterThan(0)
  const statuses = [kept.browser, gone.browser, local].map(async (browser) => (await browser.get(me)).status)
  expect(await Promise.all(statuses)).toEqual([200, 401, 200])
  const [{ userId }] = await rows('select "userId" from account where "accountId" = $1', ['gone'])
  const targets = await rows(`select target from audit where action = 'session.end_without_provider'`)
  expect(targets.map((row) => row.target)).toContain(userId)
})

it('stays a session of its provider when the account gets a password, changes it and its second factor (access 8; ASVS 7.4.1, 7.6.1, 10.5.5)', async () => {
  const name = person('ole')
  const attempt = login()
  await attempt.logIn(name)
  const userId = (await rows('select "userId" as id from account where "accountId" = $1', [name]))[0].id
  const password = 'correct horse battery'
  await rows(
    `insert into account ("id", "accountId", "providerId", "userId", "password") values ('ole-pw', $1, 'credential', $1, $2)`,
    [userId, await hashOfPassword(password)],
  )
  const origin = async () => {
    const [found, ...more] = await rows(
      `select "provider", "providerSession", "idToken", "expiresAt", "secondFactorProven", "chosenOwner" from session where "userId" = $1`,
      [userId],
    )
    expect(more).toEqual([])
    return found
  }
  const before = await origin()
  expect(before).toMatchObject({ provider: acme.issuer, providerSession: expect.any(String), chosenOwner: 'local' })
  const cookie = () => attempt.browser.cookies.get('heddle')
  const steps = async (path: string, body: object) => {
    const earlier = cookie()
    const from = { 'x-forwarded-for': server.newAddress() }
    const answer = await attempt.browser.post(`/api/auth/${path}`, body, from)
    expect([path, answer.status]).toEqual([path, 200])
    expect(await origin()).toEqual(before)
    expect((await attempt.browser.get(me)).status).toBe(200)
    return { body: await answer.json(), isRenewed: cookie() !== earlier }
  }
  const newPassword = 'another good password'
  expect(await steps('password', { password, newPassword })).toMatchObject({ isRenewed: true })
  const { body } = await steps('second-factor/start', { password: newPassword })
  const { uri, backupCodes } = body as { uri: string; backupCodes: string[] }
  expect(await steps('second-factor/confirm', { code: await codeOf(uri) })).toMatchObject({ isRenewed: true })
  const code = backupCodes[0]
  expect(await steps('second-factor/remove', { password: newPassword, code })).toMatchObject({ isRenewed: true })
  // The logout at the provider still ends it.
  await attempt.logOutAt(acme.issuer)
  expect((await attempt.browser.get(me)).status).toBe(401)
})

it('tells callers the names of the providers alone (access 8; ASVS 13.3.1, 14.2.1)', async () => {
  const response = await server.browser().get('/api/auth/providers')
  expect(await response.json()).toEqual({
    providers: [
      { id: 'oidc', name: 'Acme' },
      { id: 'oidc-2', name: 'Other' },
    ],
  })
})

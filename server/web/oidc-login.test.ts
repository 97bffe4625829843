import { describe, expect, it } from 'vitest'
import {
  acme,
  audited,
  invited,
  login,
  me,
  memberOf,
  other,
  person,
  refusedBy,
  rows,
  server,
  withProviders,
} from './testing/with-providers.ts'

withProviders()

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

it('tells callers the names of the providers alone (access 8; ASVS 13.3.1, 14.2.1)', async () => {
  const response = await server.browser().get('/api/auth/providers')
  expect(await response.json()).toEqual({
    providers: [
      { id: 'oidc', name: 'Acme' },
      { id: 'oidc-2', name: 'Other' },
    ],
  })
})

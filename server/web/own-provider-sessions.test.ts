import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Browser } from './testing/login-server.ts'
import {
  acme,
  actsIn,
  ask,
  beta,
  call,
  entered,
  login,
  member,
  person,
  rows,
  server,
  withOwnProviders,
} from './testing/with-own-providers.ts'

withOwnProviders()

let administrator: Browser
beforeAll(async () => {
  administrator = await member('acme', 'ada', ['admin'])
})
beforeEach(async () => {
  await call(administrator, 'loginProvider.save', entered(acme))
})

const canary = 'Zanzibar-7421'
const sessionsOf = (name: string) =>
  rows(`select s."id" from session s join account a on a."userId" = s."userId" where a."accountId" = $1`, [name])

async function loggedIn(name: string): Promise<Browser> {
  const person1 = login()
  expect(await person1.logIn(person(acme, name), { provider: 'owner.acme' })).toBe('/')
  return person1.browser
}

describe('a session by the own provider of an owner', () => {
  it('acts in no other owner, whatever else its account is: 0 leaks (access 2, 8; ASVS 8.2.2, 8.4.1)', async () => {
    const bea = await member('beta', 'bea', ['admin'])
    await call(bea, 'directory.saveGroup', { id: 'zanzibar', name: canary })
    const ana = await loggedIn('ana')
    // By other means: a member of every owner with every right, and administrator of the installation.
    const [{ userId }] = await rows(`select "userId" from account where "accountId" = 'ana'`)
    await rows(`update "user" set "isInstallationAdmin" = true, "lastOwner" = 'beta' where "id" = $1`, [userId])
    for (const owner of ['local', 'beta']) {
      await rows(`insert into person (owner_id, id, name) values ($1, 'ana2', 'ana2')`, [owner])
      await rows(`insert into member (owner_id, person_id, user_id, roles) values ($1, 'ana2', $2, '{admin}')`, [
        owner,
        userId,
      ])
    }
    const invite = ((await call(bea, 'invites.create', { roles: ['admin'] })) as { token: string }).token
    for (const ownerId of ['local', 'beta', 'nobody']) {
      expect(await call(ana, 'owners.choose', { ownerId })).toBe(
        'Your login leads to this owner alone. Log out, then log in another way.',
      )
      expect(await call(ana, 'owners.enter', { ownerId, reason: 'Help' })).toContain(
        'Only an administrator of the installation can',
      )
      expect(await actsIn(ana)).toBe('acme')
    }
    expect(await call(ana, 'invites.accept', { token: invite })).toContain('leads to another owner alone')
    expect(await ask(ana, 'owners.mine')).toEqual([{ id: 'acme', name: 'acme', isCurrent: true }])
    for (const query of ['owners.list', 'directory.list', 'members.list', 'owners.entries', 'directory.me'])
      expect(JSON.stringify((await ask(ana, query)) ?? null), query).not.toMatch(/Zanzibar|beta|local"/)
    // Not even a program that forgets the rule can lead it elsewhere.
    await expect(rows(`update session set "chosenOwner" = 'beta' where "userId" = $1`, [userId])).rejects.toThrow(
      'session_bound_owner',
    )
    await expect(rows(`update session set "chosenOwner" = null where "userId" = $1`, [userId])).rejects.toThrow(
      'session_bound_owner',
    )
    // A fresh login stays where it is, and so does one after the membership of its owner is gone.
    const again = login()
    expect(await again.logIn('ana', { provider: 'owner.acme', fresh: true })).toBe('/')
    expect(await actsIn(again.browser)).toBe('acme')
    await rows(`delete from member where owner_id = 'acme' and user_id = $1`, [userId])
    for (const browser of [ana, again.browser]) expect((await browser.get('/api/trpc/directory.me')).status).toBe(401)
    expect(await login().logIn('ana', { provider: 'owner.acme' })).toBe('/login?refused=member&owner=acme')
  })

  it('leaves the owners of a login by password as they are, which may switch (access 8; ASVS 7.2.4)', async () => {
    const bo = await member('acme', 'bo', ['viewer'])
    const [{ user_id: userId }] = await rows(`select user_id from member where person_id = 'bo'`)
    await rows(`insert into person (owner_id, id, name) values ('beta', 'bo', 'bo')`)
    await rows(`insert into member (owner_id, person_id, user_id, roles) values ('beta', 'bo', $1, '{viewer}')`, [
      userId,
    ])
    expect(await call(bo, 'owners.choose', { ownerId: 'beta' })).toEqual({ ownerId: 'beta' })
    expect(await actsIn(bo)).toBe('beta')
  })

  it('ends with its provider, and with another issuer of it, and not with other changes (access 6, 8; ASVS 7.4.2)', async () => {
    const cy = await loggedIn('cy')
    await call(administrator, 'loginProvider.save', { ...entered(acme, { name: 'Renamed' }), clientSecret: undefined })
    expect(await actsIn(cy)).toBe('acme')
    const [session] = (await (await cy.get('/api/auth/session')).json())
      ? [await (await cy.get('/api/auth/session')).json()]
      : []
    expect(session).toMatchObject({
      session: { isBound: true, email: 'cy by provider', provider: { id: 'owner.acme', name: 'Renamed' } },
    })
    expect(await call(administrator, 'loginProvider.save', { ...entered(beta), clientSecret: undefined })).toBe(
      'Enter the client secret that the provider gave you.',
    )
    expect(await actsIn(cy)).toBe('acme')
    await call(administrator, 'loginProvider.save', entered(beta))
    expect(await sessionsOf('cy')).toEqual([])
    await call(administrator, 'loginProvider.save', entered(acme))
    const again = await loggedIn('cy')
    expect(await call(administrator, 'loginProvider.remove')).toEqual({ removed: true })
    expect((await again.get('/api/trpc/directory.me')).status).toBe(401)
    // The account is the same when the provider comes back.
    await call(administrator, 'loginProvider.save', entered(acme))
    await loggedIn('cy')
    expect(await rows(`select from account where "accountId" = 'cy'`)).toHaveLength(1)
  })

  it('is not begun by a provider that was removed or changed while the person logged in (access 8, 18; ASVS 10.5.1)', async () => {
    const dee = login()
    const location = await dee.begin({ provider: 'owner.acme' })
    const back = await dee.atProvider(location, person(acme, 'dee'))
    await call(administrator, 'loginProvider.remove')
    expect((await dee.browser.get(back.pathname + back.search)).status).toBe(404)
    await call(administrator, 'loginProvider.save', entered(acme))
    expect(await sessionsOf('dee')).toEqual([])
  })

  it('ends by a logout at the provider, and sessions of the installation’s provider of the same issuer do not (access 8; ASVS 7.4.1)', async () => {
    const wide = login()
    expect(await wide.logIn(person(acme, 'eve', { email: 'eve@all.example' }))).toBe('/')
    const narrow = login()
    await call(administrator, 'loginProvider.save', entered(acme, { domains: ['all.example'] }))
    expect(await narrow.logIn('eve', { provider: 'owner.acme' })).toBe('/')
    await narrow.logOutAt(acme.issuer)
    const providers = await rows(
      `select s."provider" from session s join account a on a."userId" = s."userId" where a."accountId" = 'eve'`,
    )
    expect(providers).toEqual([{ provider: acme.issuer }])
    const [entry] = await rows(
      `select target from audit where action = 'session.end_by_provider' order by id desc limit 1`,
    )
    expect(entry.target).toEqual(expect.any(String))
  })
})

describe('the test of the connection', () => {
  it('tells whether the provider knows the client (access 8; ASVS 13.2.1)', async () => {
    expect(await call(administrator, 'loginProvider.test')).toEqual({ works: true })
    await call(administrator, 'loginProvider.save', entered(acme, { clientSecret: 'another secret' }))
    expect(await call(administrator, 'loginProvider.test')).toEqual({
      works: false,
      problem: `${acme.issuer} does not know this client id with this client secret.`,
    })
    await call(administrator, 'loginProvider.remove')
    expect(await call(administrator, 'loginProvider.test')).toBe('There is no login provider yet. Set it up first.')
    expect(await rows(`select from audit where action = 'provider.test'`)).toHaveLength(2)
  })

  it.each([
    'https://127.0.0.1:1',
    'http://localhost:1',
    'https://[::1]',
    'https://169.254.169.254',
    'https://10.0.0.1/x',
  ])('reaches no private host: %s (access 11; ASVS 13.2.4, 13.2.5)', async (issuer) => {
    await call(administrator, 'loginProvider.save', entered(acme, { issuer }))
    const answer = (await call(administrator, 'loginProvider.test')) as { problem: string }
    expect(answer.problem).toContain('cannot be reached, or leads to a private address')
    expect((await server.browser().post('/api/auth/provider/login', { provider: 'owner.acme' })).status).toBe(503)
    server.api.errors.splice(0)
  })

  it.each([
    ['login', { authorization_endpoint: 'javascript:alert(1)//' }],
    ['logout', { end_session_endpoint: 'data:text/html,x' }],
    ['issuer', { issuer: 'https://other.example' }],
  ])(
    'refuses metadata whose %s address would harm the browser or others (access 8, 9; ASVS 1.2.2, 10.5.3)',
    async (_, more) => {
      const hostile = createServer((__, response) => {
        const issuer = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`
        const metadata = {
          issuer,
          authorization_endpoint: `${issuer}/a`,
          token_endpoint: `${issuer}/t`,
          jwks_uri: `${issuer}/j`,
        }
        response.setHeader('content-type', 'application/json').end(JSON.stringify({ ...metadata, ...more }))
      })
      await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve))
      const issuer = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`
      server.httpAllow.push(new URL(issuer).host)
      await call(administrator, 'loginProvider.save', entered(acme, { issuer }))
      expect(await call(administrator, 'loginProvider.test')).toMatchObject({ works: false })
      const answer = await server.browser().post('/api/auth/provider/login', { provider: 'owner.acme' })
      expect(answer.status).toBe(503)
      expect(server.api.errors.splice(0)).toHaveLength(1)
      hostile.closeAllConnections()
      await new Promise((resolve) => hostile.close(resolve))
    },
  )
})

it.each([
  ['issuer', { issuer: 'http://login.example.com' }],
  ['issuer', { issuer: 'https://login.example.com/ x' }],
  ['issuer', { issuer: 'javascript:alert(1)' }],
  ['scopes', { scopes: 'email' }],
  ['domains', { domains: ['*'] }],
  ['domains', { domains: ['com'] }],
  ['name', { name: 'Ac\u202eme' }],
  ['name', { name: 'x'.repeat(41) }],
  ['clientSecret', { clientSecret: '' }],
])('refuses bad settings: %s (access 8; ASVS 2.2.1)', async (field, more) => {
  const response = await administrator.post('/api/trpc/loginProvider.save', entered(acme, more))
  expect(response.status).toBe(400)
  expect(await response.text()).toContain(field)
})

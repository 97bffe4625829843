import { beforeAll, describe, expect, it } from 'vitest'
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
let ofBeta: Browser
beforeAll(async () => {
  administrator = await member('acme', 'ada', ['admin'])
  ofBeta = await member('beta', 'bea', ['admin'])
  await call(administrator, 'loginProvider.save', entered(acme))
  await call(ofBeta, 'loginProvider.save', entered(beta))
})

const providersOf = async (owner: string) =>
  (await server.browser().get(`/api/auth/providers?owner=${encodeURIComponent(owner)}`)).json()

describe('the own provider of an owner', () => {
  it('is set up by its administrators alone, and its secret is stored under the data key of the owner (access 8, 14; ASVS 13.3.1)', async () => {
    const { provider, addresses } = (await ask(administrator, 'loginProvider.get')) as Record<string, object>
    expect(provider).toMatchObject({ name: 'Its own', issuer: acme.issuer, clientId: 'heddle', version: 1 })
    expect(addresses).toEqual({
      redirect: `${server.url}/api/auth/callback/owner.acme`,
      logout: `${server.url}/api/auth/provider/owner.acme/logout`,
      login: `${server.url}/login?owner=acme`,
    })
    expect(JSON.stringify(provider)).not.toContain(acme.settings().clientSecret)
    const [row] = await rows(`select p::text as row from owner_provider p where owner_id = 'acme'`)
    expect(row.row).not.toContain(Buffer.from(acme.settings().clientSecret).toString('hex'))
    expect(await rows(`select use from data_key where owner_id = 'acme'`)).toEqual([{ use: 'web' }])
    expect(await rows(`select action, target, actor_id from audit where action like 'provider.%' order by id`)).toEqual(
      [
        { action: 'provider.save', target: acme.issuer, actor_id: 'ada' },
        { action: 'provider.save', target: beta.issuer, actor_id: 'bea' },
      ],
    )
    const designer = await member('acme', 'dan', ['designer'])
    for (const procedure of ['save', 'remove', 'test'])
      expect(await call(designer, `loginProvider.${procedure}`, entered(acme))).toBe(
        'Only an administrator can change people and groups.',
      )
  })

  it('does not open for another owner: the row of beta under acme is not authentic (access 14; ASVS 11.3.3)', async () => {
    const swap = (from: string, to: string) =>
      rows(
        `update owner_provider set (nonce, web_ciphertext, updated_at) =
           (select nonce, web_ciphertext, now() from owner_provider where owner_id = $1) where owner_id = $2`,
        [from, to],
      )
    const kept = await rows(`select nonce, web_ciphertext from owner_provider where owner_id = 'beta'`)
    await swap('acme', 'beta')
    expect((await server.browser().get('/api/auth/providers?owner=beta')).status).toBe(500)
    expect(server.api.errors.splice(0)).toHaveLength(1)
    await rows(
      `update owner_provider set nonce = $1, web_ciphertext = $2, updated_at = now() where owner_id = 'beta'`,
      [kept[0].nonce, kept[0].web_ciphertext],
    )
  })

  it('is offered by the link of its owner alone; an unknown owner answers like one without (access 8; ASVS 14.2.1)', async () => {
    const installation = { id: 'oidc', name: 'Everybody' }
    expect(await providersOf('')).toEqual({ providers: [installation] })
    expect(await providersOf(' ACME ')).toEqual({ providers: [{ id: 'owner.acme', name: 'Its own' }, installation] })
    const others = await Promise.all(
      ['nobody', 'local', '*', "' or true --", 'x'.repeat(5_000), 'a\0b'].map(providersOf),
    )
    for (const answer of others) expect(answer).toEqual({ providers: [installation] })
    await rows(`update "owner" set status = 'suspended' where id = 'acme'`)
    expect(await providersOf('acme')).toEqual({ providers: [installation] })
    expect((await server.browser().post('/api/auth/provider/login', { provider: 'owner.acme' })).status).toBe(404)
    await rows(`update "owner" set status = 'active' where id = 'acme'`)
  })

  it('lets its people into its owner, with the roles of its groups (access 8; ASVS 8.2.1, 10.5.2)', async () => {
    await call(administrator, 'mappings.save', {
      provider: acme.issuer,
      claim: 'staff',
      kind: 'role',
      target: 'operator',
    })
    await call(ofBeta, 'mappings.save', { provider: '*', claim: 'staff', kind: 'role', target: 'admin' })
    const ana = login()
    const to = '/inbox'
    expect(await ana.logIn(person(acme, 'ana', { groups: ['staff'] }), { provider: 'owner.acme', to })).toBe(to)
    expect(await ask(ana.browser, 'directory.me')).toMatchObject({ name: 'ana by provider', mode: 'login' })
    expect(await actsIn(ana.browser)).toBe('acme')
    expect(
      await rows(
        `select owner_id, roles from member m join account a on a."userId" = m.user_id where "accountId" = 'ana'`,
      ),
    ).toEqual([{ owner_id: 'acme', roles: ['operator'] }])
    const listed = (await ask(administrator, 'members.list')) as { name: string; email: string }[]
    expect(listed.find(({ name }) => name === 'ana by provider')?.email).toBe('ana@acme.example')
    // The second login finds the account; one of the provider's other domains needs an invitation.
    expect(await login().logIn('ana', { provider: 'owner.acme' })).toBe('/')
    const stranger = person(acme, 'sam', { email: 'sam@elsewhere.example' })
    expect(await login().logIn(stranger, { provider: 'owner.acme' })).toBe('/login?refused=invitation&owner=acme')
    expect(await ask(ana.browser, 'members.list')).toBeUndefined()
  })
})

describe('no takeover (access 8; ASVS 6.8.1, 10.5.2)', () => {
  it('of an account whose address the provider claims, nor of its address for ever', async () => {
    const victim = await member('beta', 'vera', ['admin'])
    await rows(`update "user" set "isInstallationAdmin" = true where "email" = 'vera@example.com'`)
    const before = await rows(
      `select u::text, a::text from "user" u join account a on a."userId" = u."id" where "email" = 'vera@example.com'`,
    )
    await call(administrator, 'loginProvider.save', entered(acme, { domains: ['acme.example', 'example.com'] }))
    const thief = login()
    expect(await thief.logIn(person(acme, 'thief', { email: 'vera@example.com' }), { provider: 'owner.acme' })).toBe(
      '/',
    )
    expect(await actsIn(thief.browser)).toBe('acme')
    expect(await ask(thief.browser, 'directory.me')).toMatchObject({
      permissions: expect.not.arrayContaining(['installation.admin', 'member.admin']),
    })
    expect(
      await rows(
        `select u::text, a::text from "user" u join account a on a."userId" = u."id" where "email" = 'vera@example.com'`,
      ),
    ).toEqual(before)
    expect(await actsIn(victim)).toBe('beta')
    // The address stays free for its person.
    expect(await login().logIn(person(acme, 'squat', { email: 'new@example.com' }), { provider: 'owner.acme' })).toBe(
      '/',
    )
    expect(await actsIn(await member('beta', 'new', ['viewer']))).toBe('beta')
    await call(administrator, 'loginProvider.save', entered(acme))
  })

  it('of the account of the same subject at the same issuer, by another way to it', async () => {
    const wide = login()
    expect(await wide.logIn(person(acme, 'twin', { email: 'twin@all.example' }))).toBe('/')
    expect(await actsIn(wide.browser)).toBe('local')
    await call(ofBeta, 'loginProvider.save', entered(acme, { name: 'Borrowed', domains: ['all.example'] }))
    expect(await rows(`select "providerId" from account where "accountId" = 'twin'`)).toEqual([
      { providerId: acme.issuer },
    ])
    await call(administrator, 'loginProvider.save', entered(acme, { domains: ['all.example'] }))
    const narrow = login()
    expect(await narrow.logIn('twin', { provider: 'owner.acme' })).toBe('/')
    expect(await actsIn(narrow.browser)).toBe('acme')
    const accounts = await rows(`select "providerId", "userId" from account where "accountId" = 'twin' order by 1`)
    expect(accounts.map(({ providerId }) => providerId)).toEqual([acme.issuer, `owner:acme:${acme.issuer}`])
    expect(new Set(accounts.map(({ userId }) => userId)).size).toBe(2)
    await call(administrator, 'loginProvider.save', entered(acme))
    await call(ofBeta, 'loginProvider.save', entered(beta))
  })

  it('by an invitation of another owner, or to it; one of its own owner is accepted', async () => {
    const linkOf = async (browser: Browser, email?: string) =>
      ((await call(browser, 'invites.create', { roles: ['viewer'], ...(email && { email }) })) as { token: string })
        .token
    const guest = person(beta, 'guest', { email: 'guest@elsewhere.example' })
    expect(await login().logIn(guest, { provider: 'owner.beta', invite: await linkOf(administrator) })).toBe(
      '/login?refused=invite&owner=beta',
    )
    expect(await rows(`select from account where "accountId" = 'guest'`)).toEqual([])
    const own = login()
    expect(
      await own.logIn(guest, { provider: 'owner.beta', invite: await linkOf(ofBeta, 'guest@elsewhere.example') }),
    ).toBe('/')
    expect(await actsIn(own.browser)).toBe('beta')
    for (const email of [undefined, 'guest@elsewhere.example']) {
      const token = await linkOf(administrator, email)
      expect(await call(own.browser, 'invites.show', { token })).toMatchObject({ login: { fits: false } })
      expect(await call(own.browser, 'invites.accept', { token })).toContain('leads to another owner alone')
    }
    expect(await actsIn(own.browser)).toBe('beta')
  })
})

import { expect, it } from 'vitest'
import { ProviderLogin } from './testing/provider-login.ts'
import { acme, login, me, memberOf, person, refusedBy, rows, server, withProviders } from './testing/with-providers.ts'

withProviders()

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

it('of another person in the same browser takes over neither the owner that was entered nor the fresh login (access 1, 6; ASVS 7.2.4, 7.5.3)', async () => {
  const attempt = login()
  await attempt.logIn(person('sara'), { fresh: true })
  await rows(`insert into "owner" (id, name) values ('elsewhere', 'Elsewhere') on conflict do nothing`)
  await rows(
    `update "user" set "isInstallationAdmin" = true where "email" in ('sara@acme.example', 'toni@acme.example')`,
  )
  await attempt.browser.post('/api/trpc/owners.enter', { ownerId: 'elsewhere', reason: 'A stuck run' })
  acme.tampering = { claims: { auth_time: undefined } }
  const toni = login()
  await toni.logIn(person('toni'))
  await rows(`update member set roles = '{admin}' where owner_id = 'local' and person_id = $1`, [
    (await memberOf('toni')).id,
  ])
  acme.tampering = null
  const other = new ProviderLogin(server)
  for (const [key, value] of attempt.browser.cookies) other.browser.cookies.set(key, value)
  expect(await other.logIn('toni', { fresh: true })).toBe('/')
  const sessions = await rows(
    `select s."chosenOwner" as owner, e.owner_id as entered from session s join "user" u on u."id" = s."userId"
      left join owner_entry e on e.session_id = s."id" and e.until > now() where u."email" = 'toni@acme.example'`,
  )
  expect(sessions).toEqual([
    { owner: 'local', entered: null },
    { owner: 'local', entered: null },
  ])
  // The session of the earlier person is over, and the fresh login is no other session's of the person.
  expect((await attempt.browser.get(me)).status).toBe(401)
  const invite = async (browser: ProviderLogin['browser']) =>
    (await browser.post('/api/trpc/invites.create', { roles: ['viewer'] })).text()
  expect(await invite(other.browser)).not.toContain('LOGIN_TOO_OLD')
  expect(await invite(toni.browser)).toContain('LOGIN_TOO_OLD')
})

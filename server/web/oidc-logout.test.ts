import { randomUUID } from 'node:crypto'
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { endSessionsOfRemoved } from '../identity/oidc/removed-providers.ts'
import { hashOfPassword } from '../identity/passwords.ts'
import { newKey } from '../identity/testing/test-provider.ts'
import { codeOf } from './testing/authenticator-app.ts'
import { testPassword } from './testing/login-server.ts'
import { acme, login, me, other, person, refusedBy, rows, server, withProviders } from './testing/with-providers.ts'

withProviders()

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

  it('ends no session that began after it, however late its token comes (access 8; ASVS 7.4.1)', async () => {
    const name = person('ivo')
    const later = await begun(name)
    // A minute ago: farther back than clocks may differ, and no older than a token may be.
    expect((await send(await tokenOf({ sub: name, iat: now() - 60 }))).status).toBe(200)
    expect(await later.status()).toBe(200)
    expect((await send(await tokenOf({ sub: name }))).status).toBe(200)
    expect(await later.status()).toBe(401)
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

it('ends when the logout comes while another session takes its place (access 8; ASVS 7.4.1, 7.6.1)', async () => {
  const name = person('liv')
  const attempt = login()
  await attempt.logIn(name)
  const userId = (await rows('select "userId" as id from account where "accountId" = $1', [name]))[0].id
  const password = 'correct horse battery'
  await rows(
    `insert into account ("id", "accountId", "providerId", "userId", "password") values ('liv-pw', $1, 'credential', $1, $2)`,
    [userId, await hashOfPassword(password)],
  )
  const from = { 'x-forwarded-for': server.newAddress() }
  const started = await attempt.browser.post('/api/auth/second-factor/start', { password }, from)
  const { uri } = (await started.json()) as { uri: string }
  // What a logout leaves that found the session without its provider, which it has again at the end of the request.
  await rows(
    `insert into provider_logout (issuer, session_id, subject, "at")
     select "provider", "providerSession", '', now() from session where "userId" = $1`,
    [userId],
  )
  expect((await attempt.browser.get(me)).status).toBe(200)
  await attempt.browser.post('/api/auth/second-factor/confirm', { code: await codeOf(uri) }, from)
  expect((await attempt.browser.get(me)).status).toBe(401)
  expect(await rows('select from session where "userId" = $1', [userId])).toEqual([])
})

import { describe, expect, it } from 'vitest'
import { limits } from '#core/limits.ts'
import { createAccount } from '../identity/create-account.ts'
import type { Tampering } from '../identity/testing/test-provider.ts'
import { newKey } from '../identity/testing/test-provider.ts'
import type { ProviderLogin } from './testing/provider-login.ts'
import {
  acme,
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
    for (let time = 0; time <= limits.attempts.provider.perAddress.points; time += 1)
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

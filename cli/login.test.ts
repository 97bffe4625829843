import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Actor, localPerson } from '#server/access/actor.ts'
import { createApp } from '#server/api/app.ts'
import { actorOfKey } from '#server/keys/actor-of-key.ts'
import { createKey } from '#server/keys/create-key.ts'
import { loginPath, openLoginFile } from './login/login-file.ts'
import { api, folder, heddle, sendHere, url, withApi } from './testing/command-line.ts'

withApi()

/** A member with a key, and the API with login. */
const olga: Actor = {
  ...localPerson,
  id: 'olga',
  name: 'olga',
  roles: ['operator'],
  login: { sessionId: 's', userId: 'u', at: Date.now() },
}
let key: string
let withLogin: ReturnType<typeof createApp>
/** The addresses and keys of the requests that were sent. */
let sent: (readonly [origin: string, key: string | null])[] = []
const send: typeof fetch = async (address, init) => {
  const { origin, pathname, search } = new URL(String(address))
  sent.push([origin, new Headers(init?.headers).get('authorization')])
  return withLogin.request(`${pathname}${search}`, init)
}
const path = () => join(folder, 'config', 'login.json')
const login = (answers: readonly string[], more: { readonly send?: typeof fetch; readonly url?: string } = {}) =>
  heddle(['login', ...(more.url ? ['--url', more.url] : [])], { answers, send: more.send ?? send })

beforeAll(async () => {
  const { stores } = api.services
  await stores.pool.query(`insert into member (owner_id, person_id, roles) values ('local', 'olga', '{operator}')`)
  key = (await createKey(stores, olga, { name: 'laptop', permissions: ['run.read', 'run.start'] })).key
  withLogin = createApp({
    ...api.services,
    mode: 'login',
    actorOf: (request) => actorOfKey(stores, request),
    onError: (error) => api.errors.push(error),
  })
})
afterEach(() => {
  openLoginFile(path()).remove()
  sent = []
})

describe('heddle login', () => {
  it('asks for address and key, checks them, and stores them for this user only (access 10; ASVS 13.3.1)', async () => {
    const reported = await login(['https://heddle.example', ` ${key} `])
    expect(reported.out).toMatch(
      /^Logged in to https:\/\/heddle\.example as olga with the key laptop, until \d{4}-\d\d-\d\d\.\n$/,
    )
    expect(reported.said).not.toContain(key)
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'config')).mode & 0o777).toBe(0o700)
    expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual({ url: 'https://heddle.example', key })
    // Later commands use both.
    sent = []
    expect((await heddle(['runs'], { send })).code).toBe(0)
    expect(sent).toEqual([['https://heddle.example', `Bearer ${key}`]])
  })

  it('reads the key from standard input where nobody is at the terminal (access 10)', async () => {
    const reported = await heddle(['login', '--url', 'https://heddle.example'], { input: `${key}\n`, send })
    expect([reported.code, existsSync(path())]).toEqual([0, true])
  })

  it('stores nothing that the server refuses, and tells why (access 10)', async () => {
    for (const wrong of [`${key}x`, 'hdl_1']) {
      const reported = await login(['https://heddle.example', wrong])
      expect(reported).toMatchObject({ code: 1, said: expect.stringContaining('This API key is not in force.') })
    }
    for (const none of ['', ' ', 'two words']) {
      expect(await login(['https://heddle.example', none])).toMatchObject({
        code: 2,
        said: expect.stringContaining('An API key is needed.'),
      })
    }
    expect((await login(['ftp://x', key])).code).toBe(2)
    expect(existsSync(path())).toBe(false)
  })

  it('works where no login is needed (access 21)', async () => {
    const reported = await login([url, 'anything'], { send: sendHere })
    expect(reported.out).toBe(`${url} needs no login. The key is stored anyway.\n`)
    expect((await heddle(['runs'])).code).toBe(0)
  })

  it('sends no key through a network in clear text (access 10; ASVS 12.2.1)', async () => {
    const refused = { code: 2, said: expect.stringContaining('unencrypted. Use an address with https://.') }
    expect(await login(['http://heddle.example', key])).toMatchObject(refused)
    const environment = { url: 'http://heddle.example', token: key }
    expect(await heddle(['runs'], { environment, send })).toMatchObject(refused)
    expect(sent).toEqual([])
    for (const own of ['http://localhost:3000', 'http://[::1]:3000']) {
      expect((await heddle(['runs'], { environment: { url: own, token: key }, send })).code).toBe(0)
    }
  })
})

describe('the key of a command', () => {
  it('is that of HEDDLE_TOKEN, before that of the login (access 10)', async () => {
    await login(['https://heddle.example', key])
    sent = []
    await heddle(['runs'], { environment: { token: 'hdl_other' }, send })
    expect(sent).toEqual([['https://heddle.example', 'Bearer hdl_other']])
  })

  it('goes to the address of its login alone (access 10; ASVS 14.2.3)', async () => {
    await login(['https://heddle.example', key])
    sent = []
    await heddle(['--url', 'https://other.example', 'runs'], { send })
    await heddle(['runs'], { environment: { url: 'https://heddle.example:444' }, send })
    expect(sent).toEqual([
      ['https://other.example', null],
      ['https://heddle.example:444', null],
    ])
  })

  it('is missed with a hint where one is needed (access 10)', async () => {
    expect(await heddle(['runs'], { send })).toMatchObject({
      code: 1,
      said: 'heddle: Not signed in. Log in with "heddle login", or set HEDDLE_TOKEN.\n',
    })
  })

  it('is not used from a file that others can read, or that is damaged (access 10; ASVS 13.3.1)', async () => {
    await login(['https://heddle.example', key])
    chmodSync(path(), 0o644)
    sent = []
    expect((await heddle(['runs'], { send })).said).toBe(
      `heddle: Other users can read your API key. Run: chmod 600 ${path()}\n`,
    )
    chmodSync(path(), 0o600)
    writeFileSync(path(), '{')
    expect((await heddle(['runs'], { send })).said).toContain('is damaged. Log in again with: heddle login')
    expect(sent).toEqual([])
    expect((await login(['https://heddle.example', key])).code).toBe(0)
  })
})

describe('heddle logout', () => {
  it('forgets the key, and revokes it on demand (access 10; ASVS 7.4.1)', async () => {
    const { key: other } = await createKey(api.services.stores, olga, { name: 'old', permissions: ['run.read'] })
    await login(['https://heddle.example', other])
    expect(await heddle(['logout'], { send })).toMatchObject({
      code: 0,
      said: 'Logged out of https://heddle.example.\n',
    })
    expect(existsSync(path())).toBe(false)
    expect((await heddle(['runs'], { environment: { url, token: other }, send })).code).toBe(0)
    await login(['https://heddle.example', other])
    expect((await heddle(['logout', '--revoke'], { send })).code).toBe(0)
    expect((await heddle(['runs'], { environment: { url, token: other }, send })).said).toContain('not in force')
    expect((await heddle(['logout'], { send })).said).toBe('You are not logged in.\n')
  })
})

it('stores the login where the system keeps such files', () => {
  mkdirSync(join(folder, 'xdg'), { recursive: true })
  expect(loginPath({ XDG_CONFIG_HOME: join(folder, 'xdg') })).toBe(join(folder, 'xdg', 'heddle', 'login.json'))
  expect(loginPath({})).toMatch(/\.config[/\\]heddle[/\\]login\.json$/)
})

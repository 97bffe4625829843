import { describe, expect, it } from 'vitest'
import { environmentSource, readSecrets } from '../../../secrets.ts'
import { echo, json, localServers } from './testing/local-servers.ts'

const { serve, open } = localServers()

const connections = (values: Readonly<Record<string, object>>) => ({
  secrets: environmentSource(
    readSecrets(
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [`HEDDLE_CONNECTION_${name}`, JSON.stringify(value)]),
      ),
    ),
  ),
})

describe('an HTTP step with a connection', () => {
  it.each([
    ['http_bearer', { token: 'token-1' }, { authorization: 'Bearer token-1' }],
    [
      'http_basic',
      { username: 'ana', password: 'pass-word' },
      { authorization: `Basic ${Buffer.from('ana:pass-word').toString('base64')}` },
    ],
    ['http_header', { header: 'X-Api-Key', value: 'key-1' }, { 'x-api-key': 'key-1' }],
  ])('sends the credentials of a %s to its origin, and shows them nowhere', async (kind, fields, expected) => {
    const seen: object[] = []
    const { host, url } = await serve((request, response) => {
      seen.push(request.headers)
      echo(request, response)
    })
    const { send } = open({ allow: [host], ...connections({ crm: { kind, origin: url, ...fields } }) })
    const outcome = await send({ url: '/orders', connection: 'crm' })
    expect(seen).toMatchObject([expected])
    expect(outcome).toMatchObject({ kind: 'completed', output: { url: '/orders' } })
    expect(JSON.stringify(outcome)).not.toMatch(/token-1|pass-word|key-1/)
    for (const value of Object.values(expected)) expect(JSON.stringify(outcome)).not.toContain(value)
  })

  it('sends no credentials to another origin', async () => {
    const { host, url } = await serve(echo)
    const other = await serve(echo)
    const crm = { kind: 'http_bearer', origin: url, token: 'token-1' }
    const { send } = open({ allow: [host, other.host], ...connections({ crm }) })
    expect(await send({ url: `${other.url}/orders`, connection: 'crm' })).toMatchObject({
      kind: 'failed',
      retryable: false,
      error: { code: 'CONNECTION_NOT_ALLOWED' },
    })
    expect(other.asked).toEqual([])
  })

  it.each([
    ['is unknown', 'nothing', 'CONNECTION_UNKNOWN'],
    ['is of another kind', 'mail', 'CONNECTION_KIND'],
  ])('fails for good when the connection %s', async (_, connection, code) => {
    const mail = { kind: 'smtp', host: 'smtp.example.com', from: 'a@example.com' }
    const { send } = open(connections({ mail }))
    expect(await send({ url: '/', connection })).toMatchObject({ kind: 'failed', retryable: false, error: { code } })
  })
})

describe('an access token of OAuth 2.0', () => {
  const provider = async (answers: readonly object[], accepts: (token: string) => boolean) => {
    const asked: string[] = []
    const left = [...answers]
    const tokens = await serve((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        asked.push(body)
        json((left.shift() ?? { access_token: 'last' }) as never)(request, response)
      })
    })
    const api = await serve((request, response) => {
      if (!accepts(request.headers.authorization ?? '')) response.statusCode = 401
      json({ said: request.headers.authorization ?? '' })(request, response)
    })
    const crm = {
      kind: 'oauth2',
      origin: api.url,
      token_url: `${tokens.url}/token`,
      client_id: 'heddle',
      client_secret: 'client-secret',
    }
    return { asked, api, crm, allow: [tokens.host, api.host] }
  }

  it('is asked for once and used until it ends', async () => {
    const { asked, api, crm, allow } = await provider([{ access_token: 'access-1', expires_in: 3600 }], () => true)
    const { send } = open({ allow, ...connections({ crm: { ...crm, scope: 'orders' } }) })
    const first = await send({ url: '/a', connection: 'crm' })
    await send({ url: '/b', connection: 'crm' })
    expect(asked).toEqual(['grant_type=client_credentials&scope=orders'])
    expect(api.asked).toEqual(['GET /a', 'GET /b'])
    expect(JSON.stringify(first)).not.toContain('access-1')
  })

  it('is renewed by its refresh token, the newest one', async () => {
    const { asked, crm, allow } = await provider(
      [
        { access_token: 'access-1', expires_in: 1, refresh_token: 'refresh-2' },
        { access_token: 'access-2', expires_in: 3600 },
      ],
      () => true,
    )
    const { send } = open({ allow, ...connections({ crm: { ...crm, refresh_token: 'refresh-1' } }) })
    await send({ url: '/a', connection: 'crm' })
    await send({ url: '/b', connection: 'crm' })
    expect(asked).toEqual([
      'grant_type=refresh_token&refresh_token=refresh-1',
      'grant_type=refresh_token&refresh_token=refresh-2',
    ])
  })

  it('is renewed once when the server no longer accepts it', async () => {
    const { asked, crm, api, allow } = await provider(
      [{ access_token: 'revoked' }, { access_token: 'access-2' }],
      (authorization) => authorization === 'Bearer access-2',
    )
    const { send } = open({ allow, ...connections({ crm }) })
    expect(await send({ url: '/a', connection: 'crm' })).toMatchObject({ kind: 'completed' })
    expect(asked).toHaveLength(2)
    expect(api.asked).toEqual(['GET /a', 'GET /a'])
  })

  it('that the provider refuses fails the step for good, with what the provider says', async () => {
    const { api, crm, allow } = await provider([{ error: 'invalid_client', error_description: 'unknown' }], () => true)
    const { send } = open({ allow, ...connections({ crm }) })
    expect(await send({ url: '/a', connection: 'crm' })).toMatchObject({
      kind: 'failed',
      retryable: false,
      error: { code: 'CONNECTION_TOKEN_REFUSED', message: expect.stringContaining('invalid_client: unknown') },
    })
    expect(api.asked).toEqual([])
  })
})

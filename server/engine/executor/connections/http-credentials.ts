import type { OpenedConnection } from '../../../secrets/connections/opened-connection.ts'

/** What a connection adds to a request, and the only origin that gets it. */
export interface Credentials {
  readonly connection: string
  readonly origin: string
  /** Where relative addresses begin. */
  readonly baseUrl: string
  /** In lower case. */
  readonly headers: Readonly<Record<string, string>>
}

/** The credentials of a connection in headers. `accessToken`: of OAuth 2.0. */
export function credentialsOf({ name, kind, settings, secrets }: OpenedConnection, accessToken = ''): Credentials {
  const at = (address = '') => ({ connection: name, origin: new URL(address).origin, baseUrl: address })
  const bearer = (token = '') => ({ authorization: `Bearer ${token}` })
  switch (kind) {
    case 'http_basic': {
      const pair = Buffer.from(`${settings.username}:${secrets.password}`).toString('base64')
      return { ...at(settings.origin), headers: { authorization: `Basic ${pair}` } }
    }
    case 'http_header':
      return { ...at(settings.origin), headers: { [(settings.header ?? '').toLowerCase()]: secrets.value ?? '' } }
    case 'oauth2':
      return { ...at(settings.origin), headers: bearer(accessToken) }
    case 'slack':
      return { ...at('https://slack.com'), headers: bearer(secrets.token) }
    case 'openai_compatible':
      return { ...at(settings.base_url), headers: bearer(secrets.api_key) }
    case 'anthropic':
      return {
        ...at(settings.base_url),
        headers: { 'x-api-key': secrets.api_key ?? '', 'anthropic-version': '2023-06-01' },
      }
    default:
      return { ...at(settings.origin), headers: bearer(secrets.token) }
  }
}

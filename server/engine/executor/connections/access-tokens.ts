import type { Dispatcher } from 'undici'
import { isJsonObject, type Json } from '#core/json.ts'
import type { OpenedConnection } from '../../../secrets/connections/opened-connection.ts'
import type { AccessToken, SecretSource } from '../../../secrets.ts'
import { AnswerUnusable } from '../http/read-answer.ts'
import { readUrl } from '../http/read-url.ts'
import { sendRequest } from '../http/send-request.ts'
import { tuning } from '../tuning.ts'
import { ConnectionRefused } from './connection-refused.ts'

/** The server of tokens is out of order: the request is worth another attempt. */
export class TokenUnavailable extends Error {}

export interface AccessTokens {
  /** A token that is valid for a while. `refused`: a token that the server of the API no longer accepts. */
  tokenOf(ownerId: string, connection: OpenedConnection, signal: AbortSignal, refused?: string): Promise<string>
  /** Tokens held in memory, to redact them. */
  held(ownerId: string): readonly (readonly [name: string, value: string])[]
}

/**
 * Access tokens of OAuth 2.0, in memory and, for stored connections, encrypted in the database, where engines renew them
 * under a lock of the row: a refresh token that works once is used once.
 */
export function createAccessTokens(agent: () => Promise<Dispatcher>, source: SecretSource): AccessTokens {
  const known = new Map<string, AccessToken & { readonly ownerId: string; readonly name: string }>()

  const hold = (key: string, ownerId: string, name: string, token: AccessToken): string => {
    known.delete(key)
    known.set(key, { ...token, ownerId, name })
    const [oldest] = known.keys()
    if (known.size > tuning.accessTokensHeld && oldest !== undefined) known.delete(oldest)
    return token.accessToken
  }

  return {
    async tokenOf(ownerId, connection, signal, refused) {
      const { name, version = 0 } = connection
      const key = JSON.stringify([ownerId, name, version, connection.settings.scope ?? ''])
      const isUsable = ({ accessToken, expiresAt }: AccessToken) =>
        accessToken !== refused && expiresAt > Date.now() + tuning.tokenEarlyMs
      const held = known.get(key)
      if (held && isUsable(held)) return held.accessToken
      const renew = async (former: AccessToken | null) => ask(await agent(), connection, former, signal)
      const token =
        connection.version !== undefined && source.currentToken
          ? await source.currentToken(ownerId, connection, isUsable, renew)
          : await renew(held ?? null)
      return hold(key, ownerId, name, token)
    },
    held: (ownerId) =>
      [...known.values()]
        .filter((token) => token.ownerId === ownerId)
        .flatMap(({ name, accessToken, refreshToken }) => [
          [`${name}.access_token`, accessToken] as const,
          ...(refreshToken === undefined ? [] : [[`${name}.refresh_token`, refreshToken] as const]),
        ]),
  }
}

async function ask(
  dispatcher: Dispatcher,
  { name, settings, secrets }: OpenedConnection,
  former: AccessToken | null,
  signal: AbortSignal,
): Promise<AccessToken> {
  const refreshToken = former?.refreshToken ?? secrets.refresh_token
  const { client_id = '', scope, client_authentication: place } = settings
  const client_secret = secrets.client_secret ?? ''
  const form = new URLSearchParams({
    grant_type: refreshToken === undefined ? 'client_credentials' : 'refresh_token',
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    ...(scope !== undefined && { scope }),
    ...(place === 'body' && { client_id, client_secret }),
  })
  const pair = Buffer.from(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`).toString('base64')
  const { status, bytes } = await sendRequest(
    dispatcher,
    {
      method: 'POST',
      url: readUrl(settings.token_url),
      headers: new Map([
        ['accept', 'application/json'],
        ['content-type', 'application/x-www-form-urlencoded'],
        ['user-agent', 'Heddle'],
        ...(place === 'body' ? [] : [['authorization', `Basic ${pair}`] as const]),
      ]),
      confidential: new Set(['authorization']),
      body: form.toString(),
      bodyIsConfidential: true,
      isExpected: () => true,
      redirects: 0,
    },
    signal,
  )
  if (status >= 500 || status === 429) {
    throw new TokenUnavailable(`The token URL of the connection ${name} returned ${status}.`)
  }
  const answer = jsonOf(bytes)
  if (status !== 200 || typeof answer.access_token !== 'string') {
    const said = [answer.error, answer.error_description].filter((part) => typeof part === 'string').join(': ')
    const message = `The connection ${name} gets no access token: its token URL returned ${status}${said === '' ? '' : ` (${said.slice(0, 300)})`}. Check its client and its refresh token.`
    throw new ConnectionRefused('CONNECTION_TOKEN_REFUSED', message)
  }
  const seconds = Number(answer.expires_in)
  const lifeMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : tuning.tokenLifeMs
  const next = typeof answer.refresh_token === 'string' ? answer.refresh_token : refreshToken
  return {
    accessToken: answer.access_token,
    expiresAt: Date.now() + lifeMs,
    ...(next !== undefined && { refreshToken: next }),
  }
}

function jsonOf(bytes: Buffer): Readonly<Record<string, Json | undefined>> {
  try {
    const value = JSON.parse(bytes.toString()) as Json
    return isJsonObject(value) ? value : {}
  } catch {
    throw new AnswerUnusable('HTTP_ANSWER_UNUSABLE', 'The token URL did not answer with JSON.')
  }
}

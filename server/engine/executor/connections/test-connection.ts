import { Agent } from 'undici'
import { limits } from '#core/limits.ts'
import { messageOf } from '#core/message-of.ts'
import type { OpenedConnection } from '../../../secrets/connections/opened-connection.ts'
import type { SecretSource } from '../../../secrets.ts'
import { guardedConnect } from '../http/guarded-connect.ts'
import { readUrl } from '../http/read-url.ts'
import { type Answer, sendRequest } from '../http/send-request.ts'
import { tuning } from '../tuning.ts'
import { createAccessTokens } from './access-tokens.ts'
import { databaseClient } from './database-client.ts'
import type { SocketGuard } from './guarded-socket.ts'
import { credentialsOf } from './http-credentials.ts'
import { mailTransport } from './mail-transport.ts'

export interface TestOutcome {
  readonly passed: boolean
  /** A sentence for the person who asked. */
  readonly message: string
}

export interface TestWorld extends SocketGuard {
  readonly ownerId: string
  readonly secrets: SecretSource
}

/** Tries a connection: a login at a mail server or database, a harmless request elsewhere. It never rejects. */
export async function testConnection(connection: OpenedConnection, world: TestWorld): Promise<TestOutcome> {
  const signal = AbortSignal.timeout(tuning.connectionTestMs)
  try {
    return { passed: true, message: await tried(connection, world, signal) }
  } catch (error) {
    const because = signal.aborted ? `No answer within ${tuning.connectionTestMs / 1_000} s.` : sentenceOf(error)
    return { passed: false, message: because }
  }
}

function tried(connection: OpenedConnection, world: TestWorld, signal: AbortSignal): Promise<string> {
  if (connection.kind === 'smtp') return tryMail(connection, world, signal)
  if (connection.kind === 'postgresql') return tryDatabase(connection, world)
  return tryRequest(connection, world, signal)
}

async function tryMail(connection: OpenedConnection, world: TestWorld, signal: AbortSignal): Promise<string> {
  const transport = await mailTransport(connection, world, signal)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
  const login = connection.settings.username === undefined ? '' : ' and accepts the login'
  return `The mail server answers${login}.`
}

async function tryDatabase(connection: OpenedConnection, world: TestWorld): Promise<string> {
  const client = databaseClient(connection, world, tuning.connectionTestMs)
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version")
    return `The login succeeded. PostgreSQL ${rows[0]?.version ?? ''}.`
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Operations that change nothing and need the credentials, where a kind has one. */
const harmless: Readonly<Record<string, { readonly method: string; readonly path: string }>> = {
  slack: { method: 'POST', path: '/api/auth.test' },
  openai_compatible: { method: 'GET', path: '/models' },
  anthropic: { method: 'GET', path: '/models' },
}

async function tryRequest(connection: OpenedConnection, world: TestWorld, signal: AbortSignal): Promise<string> {
  const agent = new Agent({ connect: guardedConnect({ ...world, connectMs: limits.http.connectMs }) })
  try {
    const tokens = createAccessTokens(() => Promise.resolve(agent), world.secrets)
    const token = connection.kind === 'oauth2' ? await tokens.tokenOf(world.ownerId, connection, signal) : undefined
    const { baseUrl, headers } = credentialsOf(connection, token)
    const { method, path } = harmless[connection.kind] ?? { method: 'GET', path: '/' }
    const url = readUrl(baseUrl.replace(/\/$/, '') + path)
    const answer = await sendRequest(
      agent,
      {
        method,
        url,
        headers: new Map([
          ['user-agent', 'Heddle'],
          ['accept', 'application/json, */*;q=0.8'],
          ...Object.entries(headers),
        ]),
        confidential: new Set(Object.keys(headers)),
        body: null,
        bodyIsConfidential: false,
        isExpected: () => true,
        redirects: 0,
      },
      signal,
    )
    const refused = refusalIn(connection, answer)
    if (refused !== null) throw new Error(refused)
    if (connection.kind === 'oauth2')
      return `The token URL gave an access token. ${url.origin} answered with ${answer.status}.`
    return `${url.origin} answered with ${answer.status}${path === '/' ? ', so it can be reached' : ' and accepts the credentials'}.`
  } finally {
    await agent.destroy()
  }
}

/** Slack answers refusals with 200. */
function refusalIn({ kind }: OpenedConnection, { status, bytes }: Answer): string | null {
  if (status === 401 || status === 403) return `The server refused the credentials with ${status}.`
  if (status >= 500) return `The server is out of order: it answered with ${status}.`
  if (status >= 400 && harmless[kind]) return `The server answered with ${status}. Check the base URL.`
  const error = kind === 'slack' ? /"error"\s*:\s*"(\w+)"/.exec(bytes.toString())?.[1] : undefined
  return error === undefined ? null : `Slack refused the token: ${error}.`
}

const explained: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Nothing listens at this host and port. Check both.',
  ENOTFOUND: 'There is no host of this name.',
  EAI_AGAIN: 'The name of the host cannot be resolved now.',
  ETIMEDOUT: 'The server does not answer at this host and port.',
  EAUTH: 'The server refused the login. Check user and password.',
  '28P01': 'The server refused the login. Check user and password.',
  '28000': 'The server refused the login. Check user, database and encryption.',
  '3D000': 'There is no database of this name.',
}

function sentenceOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] as unknown) : error
  const { code = '' } = first instanceof Error ? (first as Error & { code?: string }) : {}
  const message = messageOf(first).trim()
  return explained[code] ?? (/[.!?]$/.test(message) ? message : `${message}.`)
}

import { isBehindOrigin, urlPart } from '#core/definition/url-text.ts'
import { fillTemplate, secretName } from '#core/expression/template/fill-template.ts'
import { isJsonList, isJsonObject, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { LockTokens } from '#core/run/events/envelope-event.ts'
import type { GrantedSecrets, OwnerSecrets } from '../../../secrets.ts'
import type { HttpRequest } from '../../ports.ts'
import { ConnectionRefused } from '../connections/connection-refused.ts'
import type { Credentials } from '../connections/http-credentials.ts'
import { secretInOrigin, secretNotAllowed, usableSecret } from '../secrets/usable-secret.ts'
import { RequestInvalid, readUrl } from './read-url.ts'

/** A request as it is sent, secrets and all. It leaves this folder only over the wire. */
export interface Outgoing {
  readonly method: string
  readonly url: URL
  /** Lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** Headers that stay behind when another origin is to be asked. */
  readonly confidential: ReadonlySet<string>
  readonly body: string | null
  readonly bodyIsConfidential: boolean
  readonly isExpected: (status: number) => boolean
  readonly redirects: number
}

/** By the protocol, or by the client alone. */
const forbidden = /^(host|connection|keep-alive|content-length|transfer-encoding|te|trailer|upgrade|expect|proxy-.*)$/
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const credentials = ['authorization', 'cookie']

/** Puts the secrets in and checks what is sent. `used` takes up the names of the secrets that the request carries. */
export function readRequest(
  {
    http,
    key,
    workflow,
    fencing,
    traceparent,
  }: Pick<HttpRequest, 'http' | 'key' | 'workflow' | 'fencing' | 'traceparent'>,
  owner: OwnerSecrets,
  used: Set<string>,
  sender: Credentials | null = null,
): Outgoing {
  const config = isJsonObject(http.request) ? http.request : {}
  const secrets = owner.grantedTo(workflow)
  const secret = (source: string): string => {
    const name = secretName(source)
    if (name === null) throw new RequestInvalid(`{{${source}}} cannot be used in a request.`)
    const value = usableSecret(secrets, name, owner.readsEnvironment)
    used.add(name)
    return value
  }
  const fill = (value: Json): Json => fillTemplate(value, secret)
  const secretInUrl = (source: string, before: string): string => {
    const value = secret(source)
    if (!isBehindOrigin(before)) throw secretInOrigin(source.trim())
    return urlPart(value, before)
  }
  const url = readUrl(addressIn(fillTemplate(config.url ?? '', secretInUrl), sender))
  for (const [name, value] of Object.entries(isJsonObject(config.query) ? config.query : {})) {
    for (const one of isJsonList(value) ? value : [value])
      if (one !== null) url.searchParams.append(name, plain(fill(one)))
  }
  const confidential = new Set(credentials)
  const headers = new Map<string, string>([
    ['accept', 'application/json, */*;q=0.8'],
    ['accept-encoding', 'gzip, deflate, br'],
    ['user-agent', 'Heddle'],
    ['idempotency-key', key],
    ...(traceparent === undefined ? [] : [['traceparent', traceparent] as const]),
    ...(fencing === undefined ? [] : [['heddle-fencing-token', fencingHeader(fencing)] as const]),
  ])
  const body = bodyOf(config.body === undefined ? undefined : fill(config.body), headers)
  for (const [written, value] of Object.entries(isJsonObject(config.headers) ? config.headers : {})) {
    const name = written.toLowerCase()
    headers.set(name, headerValue(name, fill(value)))
    if (holdsSecret(value)) confidential.add(name)
  }
  if (sender) {
    requireReceiver(sender, url)
    for (const [name, value] of Object.entries(sender.headers)) {
      headers.set(name, headerValue(name, value))
      confidential.add(name)
    }
  }
  checkHeaders(headers)
  const method = typeof config.method === 'string' ? config.method.toUpperCase() : 'GET'
  if (!methods.includes(method))
    throw new RequestInvalid(`${method} is not a method. Use one of ${methods.join(', ')}.`)
  if (body !== null && (method === 'GET' || method === 'HEAD'))
    throw new RequestInvalid(`A ${method} request cannot have a body.`)
  checkOrigins(used, secrets, url)
  const expected = [config.expect_status ?? []].flat()
  return {
    method,
    url,
    headers,
    confidential,
    body,
    bodyIsConfidential: holdsSecret(config.body ?? null),
    isExpected: (status) => (expected.length === 0 ? status >= 200 && status < 300 : expected.includes(status)),
    redirects: typeof config.max_redirects === 'number' ? Math.min(config.max_redirects, limits.http.redirects) : 0,
  }
}

/** A path alone is a path at the receiver of the connection. */
function addressIn(written: Json, sender: Credentials | null): Json {
  if (sender === null || typeof written !== 'string' || !/^\/(?!\/)/.test(written.trim())) return written
  return sender.baseUrl.replace(/\/$/, '') + written.trim()
}

/** The credentials of a connection go to its own origin; neither data nor the author chooses another one. */
function requireReceiver({ connection, origin }: Credentials, url: URL): void {
  if (url.origin === origin) return
  const message = `The connection ${connection} is for ${origin}. The request goes to another origin. Change its URL, or use another connection.`
  throw new ConnectionRefused('CONNECTION_NOT_ALLOWED', message)
}

function holdsSecret(template: Json): boolean {
  let found = false
  fillTemplate(template, () => {
    found = true
    return ''
  })
  return found
}

/** The operator chooses who receives a secret; neither data nor the author does. */
function checkOrigins(used: ReadonlySet<string>, secrets: GrantedSecrets, url: URL): void {
  for (const name of used) {
    if (!secrets.originsOf(name).includes(url.origin)) throw secretNotAllowed(name, secrets.isStored(name))
  }
}

function bodyOf(body: Json | undefined, headers: Map<string, string>): string | null {
  if (body === undefined || body === null) return null
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  if (Buffer.byteLength(text) > limits.http.requestBytes) {
    throw new RequestInvalid(`The body is larger than ${limits.http.requestBytes / 1024} kB.`)
  }
  headers.set('content-type', typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json')
  return text
}

function headerValue(name: string, value: Json): string {
  if (forbidden.test(name)) throw new RequestInvalid(`The header ${name} is set by Heddle.`)
  if (!/^[!#$%&'*+.^_`|~\da-z-]+$/.test(name))
    throw new RequestInvalid(`${JSON.stringify(name)} is not a valid header name.`)
  const text = plain(value)
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
    throw new RequestInvalid(`The header ${name} contains line breaks or other characters that are not allowed.`)
  }
  return text
}

function checkHeaders(headers: ReadonlyMap<string, string>): void {
  let bytes = 0
  for (const [name, value] of headers) bytes += name.length + value.length + 4
  if (bytes > limits.http.headerBytes) {
    throw new RequestInvalid(`The headers are larger than ${limits.http.headerBytes / 1024} kB.`)
  }
}

function plain(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Fencing tokens as a header: `resource=token, ...`, the names encoded. */
function fencingHeader(fencing: LockTokens): string {
  return Object.entries(fencing)
    .map(([resource, token]) => `${encodeURIComponent(resource)}=${token}`)
    .join(', ')
}

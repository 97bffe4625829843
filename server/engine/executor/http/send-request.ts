import type { IncomingHttpHeaders } from 'node:http'
import type { Dispatcher } from 'undici'
import type { Json } from '#core/json.ts'
import { AnswerUnusable, readBytes } from './read-answer.ts'
import type { Outgoing } from './read-request.ts'
import { RequestInvalid, readUrl } from './read-url.ts'

export interface Answer {
  readonly status: number
  readonly headers: { readonly [name: string]: Json }
  readonly raw: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** Sends a request, and follows as many redirects as the request allows; the body is read whole. */
export async function sendRequest(dispatcher: Dispatcher, outgoing: Outgoing, signal: AbortSignal): Promise<Answer> {
  let current = outgoing
  for (let left = outgoing.redirects; ; left -= 1) {
    const answer = await ask(dispatcher, current, signal)
    const location = answer.raw.location
    const isRedirect = [301, 302, 303, 307, 308].includes(answer.status) && location !== undefined
    if (!isRedirect || outgoing.redirects === 0 || outgoing.isExpected(answer.status)) return answer
    if (left === 0) {
      throw new AnswerUnusable('HTTP_REDIRECTS', `The response still redirects after ${outgoing.redirects} redirects.`)
    }
    current = redirected(current, answer.status, location)
  }
}

async function ask(
  dispatcher: Dispatcher,
  { method, url, headers, body }: Outgoing,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: method as Dispatcher.HttpMethod,
    headers: Object.fromEntries(headers),
    body,
    signal,
  })
  // `readBytes` throws the error that ends the reading; a later error of the stream has no other listener.
  response.body.on('error', () => undefined)
  // These answers have no body: their headers say how a body would be encoded.
  const hasNoBody = method === 'HEAD' || response.statusCode === 204 || response.statusCode === 304
  const bytes = await readBytes(response.body, hasNoBody ? {} : response.headers)
  const kept = Object.entries(response.headers).flatMap(([name, value]): [string, Json][] =>
    value === undefined || name === 'set-cookie' ? [] : [[name, [value].flat().join(', ')]],
  )
  return { status: response.statusCode, headers: Object.fromEntries(kept), raw: response.headers, bytes }
}

/**
 * The request that a redirect asks for. Credentials and secrets do not go to another origin, nor anything from TLS to
 * plain text.
 */
function redirected(current: Outgoing, status: number, location: string): Outgoing {
  if (!URL.canParse(location, current.url)) throw new RequestInvalid('The response redirects to an invalid URL.')
  const url = readUrl(new URL(location, current.url).href)
  if (current.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new RequestInvalid('The response redirects from https to http, which is not secure.')
  }
  const elsewhere = url.origin !== current.url.origin
  const keepsMethod = status === 307 || status === 308 || current.method === 'GET' || current.method === 'HEAD'
  if (elsewhere && keepsMethod && current.bodyIsConfidential) {
    throw new RequestInvalid(
      'The response redirects to another host, which is not allowed to receive the secrets in the body.',
    )
  }
  const headers = new Map(
    [...current.headers].filter(
      ([name]) => !(elsewhere && current.confidential.has(name)) && (keepsMethod || name !== 'content-type'),
    ),
  )
  return { ...current, url, headers, ...(!keepsMethod && { method: 'GET', body: null, bodyIsConfidential: false }) }
}

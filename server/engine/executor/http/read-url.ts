import { limits } from '#core/limits.ts'

/** A request that is wrong as it stands: sending it again would not help. */
export class RequestInvalid extends Error {
  /** Where it has one of its own. */
  readonly code: string = 'HTTP_REQUEST_INVALID'
}

/** A request whose host is at fault. The sentence without it is for requests that carry secrets: a redirect may have put one there. */
export class HostInvalid extends RequestInvalid {
  readonly withoutHost: string

  constructor(message: string, withoutHost: string) {
    super(message)
    this.withoutHost = withoutHost
  }
}

/**
 * An address that means one thing only. It is parsed once, by the parser that
 * the client uses, and what that parser had to mend is refused: hidden forms of
 * addresses, users, backslashes, blanks and steps up the path.
 */
export function readUrl(text: unknown): URL {
  if (typeof text !== 'string' || text.trim() === '') throw new RequestInvalid('The request has no URL. Set url.')
  const written = text.trim()
  if (Buffer.byteLength(written) > limits.http.urlBytes) throw new RequestInvalid('The URL is too long.')
  const parts = /^(https?):\/\/([^/?#]+)([^?#]*)/i.exec(written)
  if (!parts) throw new RequestInvalid('The URL must start with https:// or http:// and a host.')
  if (/[\\\p{Cc}\s]/u.test(written)) throw new RequestInvalid('The URL contains spaces or backslashes. Encode them.')
  const [, protocol = '', authority = '', path = ''] = parts
  if (!URL.canParse(written)) {
    throw new HostInvalid(`${authority} is not a valid host.`, 'The URL has no valid host.')
  }
  const url = new URL(written)
  if (authority.includes('@')) {
    throw new RequestInvalid('The URL contains a user. Put credentials into a header.')
  }
  const usualPort = protocol.toLowerCase() === 'https' ? ':443' : ':80'
  const host = authority.toLowerCase()
  if (host !== url.host && host !== url.host + usualPort) {
    const withoutHost = 'The host of the URL is written in a form that means another host. Write that host.'
    throw new HostInvalid(`The host ${authority} means ${url.host}. Write ${url.host}.`, withoutHost)
  }
  if (path.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part))) {
    throw new RequestInvalid('The path contains . or .., so a value could lead to another URL than intended.')
  }
  url.hash = ''
  return url
}

import type { IncomingMessage } from 'node:http'
import { isInternalHeader } from './security-headers.ts'

/**
 * Replaces all internal headers of a request from outside by our own. `rawHeaders` are replaced as well: the listener
 * of the API builds its requests from them.
 */
export function setInternalHeaders(
  incoming: IncomingMessage,
  own: Readonly<Record<string, string>>,
  development: boolean,
): void {
  const { headers, rawHeaders } = incoming
  for (const name of Object.keys(headers)) if (isInternalHeader(name, development)) delete headers[name]
  const kept: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = rawHeaders.slice(at, at + 2)
    if (!isInternalHeader(name.toLowerCase(), development)) kept.push(name, value)
  }
  Object.assign(headers, own)
  incoming.rawHeaders = [...kept, ...Object.entries(own).flat()]
}

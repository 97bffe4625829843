import { isAllowedHost, refusedHost } from '#core/definition/refused-host.ts'
import { RequestInvalid, readUrl } from '#server/engine/executor/http/read-url.ts'
import { ApiError } from '../api-error.ts'

/**
 * The address of a webhook: https, or http to a host of HEDDLE_HTTP_ALLOW. Names are resolved when a delivery is sent,
 * by the guard of HTTP steps. Throws `URL_INVALID`, `ADDRESS_FORBIDDEN`.
 */
export function checkedUrl(text: string, allow: readonly string[] = []): string {
  let url: URL
  try {
    url = readUrl(text)
  } catch (error) {
    if (error instanceof RequestInvalid) throw new ApiError('URL_INVALID', error.message, 'url')
    throw error
  }
  const allowed = new Set(allow.map((entry) => entry.toLowerCase()))
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const target = { host, port: url.port || (url.protocol === 'https:' ? '443' : '80') }
  const refusal = refusedHost(target, allowed)
  if (refusal !== null) throw new ApiError('ADDRESS_FORBIDDEN', `${refusal}.`, 'url')
  if (url.protocol === 'http:' && !isAllowedHost(target, allowed)) {
    const message = `The address must begin with https://. Heddle sends over http only to hosts of HEDDLE_HTTP_ALLOW.`
    throw new ApiError('URL_INVALID', message, 'url')
  }
  return url.href
}

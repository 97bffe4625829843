import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const loopback = ['127.0.0.1', 'localhost', '[::1]']

/**
 * A `fetch` that brings the token of local mode to a Heddle on this machine: from HEDDLE_LOCAL_TOKEN, or from the file
 * that the start keeps in the data folder. A request that brings an API key stays as it is.
 */
export function withLocalToken(
  send: typeof fetch,
  variables: Readonly<Record<string, string | undefined>>,
): typeof fetch {
  return (address, init) => {
    const headers = new Headers(init?.headers)
    const token = loopback.includes(new URL(String(address)).hostname) ? tokenOf(variables) : null
    if (token === null || headers.has('authorization')) return send(address, init)
    headers.set('authorization', `Bearer ${token}`)
    return send(address, { ...init, headers })
  }
}

function tokenOf({ HEDDLE_LOCAL_TOKEN: own, HEDDLE_DATA_DIR: folder }: Readonly<Record<string, string | undefined>>) {
  if (own && own !== 'on' && own !== 'off') return own
  try {
    return readFileSync(join(folder || '.heddle', 'local-token'), 'utf8').trim() || null
  } catch {
    return null
  }
}

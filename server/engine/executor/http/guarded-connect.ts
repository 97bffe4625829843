import { lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import { isPublicAddress } from '#core/definition/public-address.ts'
import { isAllowedHost, refusedHost } from '#core/definition/refused-host.ts'
import { AddressRefused } from './address-refused.ts'

export interface GuardOptions {
  /** `host` or `host:port` that may be reached wherever it is; without a port, 80 and 443 are meant. */
  readonly allow: readonly string[]
  /** Stands in for the resolver of the system. */
  readonly lookup?: LookupFunction
  readonly connectMs: number
  /** The log of the process: what a name stands for in the operator's network is told there, and not to the author. */
  readonly log?: ((line: string) => void) | undefined
}

/**
 * How sockets are opened. The check sits here and nowhere before, so that
 * nothing lies between it and the connection: a name is resolved once, every
 * address that it has must be public, and one of those very addresses is
 * connected to. Redirects and reused names come through here again.
 */
export function guardedConnect({
  allow,
  lookup = systemLookup,
  connectMs,
  log,
}: GuardOptions): buildConnector.connector {
  const allowed = new Set(allow.map((entry) => entry.toLowerCase()))
  const options = { timeout: connectMs, allowH2: false, maxCachedSessions: 0 }
  const openly = buildConnector({ ...options, lookup })
  const guarded = buildConnector({ ...options, lookup: publicOnly(lookup, log) })

  return (target, callback) => {
    const host = target.hostname.replace(/^\[|\]$/g, '').toLowerCase()
    const port = target.port || (target.protocol === 'https:' ? '443' : '80')
    if (isAllowedHost({ host, port }, allowed)) {
      openly(target, callback)
      return
    }
    const refusal = refusedHost({ host, port }, allowed)
    if (refusal === null) guarded(target, callback)
    else callback(new AddressRefused(refusal), null)
  }
}

/** Resolves a name and gives its addresses only if all of them are public: with one that is not, the name is not trusted. */
export function publicOnly(lookup: LookupFunction, log: GuardOptions['log']): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : found
      const [first] = addresses ?? []
      if (error || !first) {
        callback(error ?? new Error(`${host} has no address.`), [])
        return
      }
      const hidden = addresses.find(({ address }) => !isPublicAddress(address))
      if (hidden) {
        log?.(`A step was refused: ${host} has the address ${hidden.address}, which is not public.`)
        const message = `${host} has an address that is not public. Allow the host with HEDDLE_HTTP_ALLOW.`
        callback(new AddressRefused(message), [])
      } else if (options.all) callback(null, addresses)
      else callback(null, first.address, first.family)
    })
  }
}

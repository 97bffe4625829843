import { BlockList, isIP } from 'node:net'

/** The proxies whose `X-Forwarded-*` headers count, as networks. */
export interface TrustedProxies {
  trusts(address: string): boolean
}

export const noProxies: TrustedProxies = { trusts: () => false }

/** Proxies from a list such as `10.0.0.0/8, ::1`; the first entry that is no network as a string. */
export function parseTrustedProxies(list: string): TrustedProxies | string {
  const networks = new BlockList()
  const entries = list.split(',').map((entry) => entry.trim())
  for (const entry of entries.filter((entry) => entry !== '')) {
    const [address = '', bits, ...more] = entry.split('/')
    const version = isIP(address)
    const longest = version === 4 ? 32 : 128
    const isBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= longest)
    if (version === 0 || address.includes('%') || !isBits || more.length > 0) return entry
    networks.addSubnet(address, Number(bits ?? longest), version === 4 ? 'ipv4' : 'ipv6')
  }
  return {
    trusts(address) {
      const version = isIP(address)
      return version !== 0 && networks.check(address, version === 4 ? 'ipv4' : 'ipv6')
    },
  }
}

/**
 * The address of the client: that of the peer, or, behind trusted proxies, the right-most address of `X-Forwarded-For`
 * that is not itself a trusted proxy. Addresses further left were written by the client. An entry that is no address
 * ends the search at the proxy that passed it on.
 */
export function clientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  proxies: TrustedProxies,
): string {
  let address = plainAddress(peer ?? '') ?? ''
  const hops = (forwardedFor ?? '').split(',').toReversed()
  for (const hop of hops) {
    if (!proxies.trusts(address)) return address
    const next = plainAddress(hop.trim())
    if (next === null) return address
    address = next
  }
  return address
}

/** The address without port, brackets, zone, and the IPv6 notation of an IPv4 address; null for no address. */
function plainAddress(text: string): string | null {
  const [, bracketed, withPort] = /^\[([^\]]*)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(text) ?? []
  const [address = ''] = (bracketed ?? withPort ?? text).split('%')
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return isIP(mapped) === 4 ? mapped : null
  return isIP(address) === 0 ? null : address.toLowerCase()
}

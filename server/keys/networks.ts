import { BlockList, isIP } from 'node:net'

/** Whether the text is a network such as `192.0.2.0/24` or `2001:db8::/32`, or one address. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const version = isIP(address)
  // An address with a zone, such as fe80::1%eth0, has a meaning on one machine only.
  if (version === 0 || address.includes('%') || more.length > 0) return false
  if (prefix === undefined) return true
  return /^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)
}

/** Whether the address lies in one of the networks. An unknown address lies in none. */
export function liesIn(networks: readonly string[], address: string | null): boolean {
  // A socket for both versions of IP reports an address of version 4 as ::ffff:192.0.2.1.
  const plain = (address ?? '').replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const version = isIP(plain)
  if (version === 0) return false
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', prefix] = network.split('/')
    const family = isIP(base) === 4 ? 'ipv4' : 'ipv6'
    list.addSubnet(base, prefix === undefined ? (family === 'ipv4' ? 32 : 128) : Number(prefix), family)
  }
  return list.check(plain, version === 4 ? 'ipv4' : 'ipv6')
}

/**
 * The addresses of the network that are open to everybody. The rest (this machine, private networks, cloud metadata,
 * multicast, reserved ranges) is never connected to unless the operator allows the host. Of IPv6 only global unicast is
 * open, less the parts that carry an IPv4 address inside: mapped, translated and tunnelled forms of a private address
 * are thereby refused as well.
 */
const closed4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const
const closed6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

/** Is an address, in any of its written forms and without brackets, open to everybody? */
export function isPublicAddress(address: string): boolean {
  const four = ipv4(address)
  if (four !== null) return !closed4.some(([network, prefix]) => shares(four, ipv4(network), 32, prefix))
  const six = ipv6(address)
  if (six === null || !shares(six, ipv6('2000::'), 128, 3)) return false
  return !closed6.some(([network, prefix]) => shares(six, ipv6(network), 128, prefix))
}

/** Is a host written as an address? */
export function isAddress(host: string): boolean {
  return ipv4(host) !== null || ipv6(host) !== null
}

function shares(address: bigint, network: bigint | null, bits: number, prefix: number): boolean {
  const rest = BigInt(bits - prefix)
  return address >> rest === (network as bigint) >> rest
}

function ipv4(text: string): bigint | null {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null
  return parts.reduce((value, part) => value * 256n + BigInt(part), 0n)
}

function ipv6(text: string): bigint | null {
  const [head = '', tail, more] = text.split('::')
  if (more !== undefined) return null
  const [first, last] = [groups(head), tail === undefined ? [] : groups(tail)]
  if (first === null || last === null) return null
  const count = first.length + last.length
  if (tail === undefined ? count !== 8 : count > 7) return null
  const all = [...first, ...Array<bigint>(8 - count).fill(0n), ...last]
  return all.reduce((value, group) => value * 65_536n + group, 0n)
}

/** The 16-bit groups of a part of an IPv6 address; its end may be written as an IPv4 address. */
function groups(text: string): readonly bigint[] | null {
  if (text === '') return []
  const found: bigint[] = []
  const parts = text.split(':')
  for (const [index, part] of parts.entries()) {
    const four = index === parts.length - 1 ? ipv4(part) : null
    if (four !== null) found.push(four / 65_536n, four % 65_536n)
    else if (/^[\da-f]{1,4}$/i.test(part)) found.push(BigInt(`0x${part}`))
    else return null
  }
  return found
}

import { BlockList, isIPv4 } from 'node:net'

/** Where a request may not go. */
export class AddressRefused extends Error {}

/**
 * Which addresses of the network are for everybody. The rest (this machine,
 * private networks, cloud metadata, multicast, what is reserved) is never
 * connected to unless the operator allows the host. Of IPv6 only global unicast
 * is open, less the parts that carry an IPv4 address inside: mapped, translated
 * and tunnelled forms of a private address are thereby refused as well.
 */
const closed = new BlockList()
for (const [network, prefix] of [
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
] as const) {
  closed.addSubnet(network, prefix, 'ipv4')
}
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, prefix, 'ipv6')
}
const globalUnicast = new BlockList()
globalUnicast.addSubnet('2000::', 3, 'ipv6')

/** Of an address in any of its written forms, without brackets. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  return globalUnicast.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

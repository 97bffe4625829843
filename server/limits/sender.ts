import { isIPv6 } from 'node:net'
import { limits } from '#core/limits.ts'

/** The sender behind an address: the address itself, or the network of an IPv6 address, as a key of a counter. */
export function senderOf(address: string | null): string {
  if (address === null || !isIPv6(address)) return address ?? ''
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array<number>(Math.max(0, zeros)).fill(0), ...after]
  return `${groups
    .slice(0, limits.addressBits / 16)
    .map((group) => group.toString(16))
    .join(':')}::/${limits.addressBits}`
}

/** The 16-bit groups of a part of an IPv6 address; a dotted end is two of them. */
function groupsOf(part: string): readonly number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

import { expect, it } from 'vitest'
import { senderOf } from './sender.ts'

it.each([
  ['192.0.2.1', '192.0.2.1'],
  [null, ''],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])(
  'the sender of %s is %s: an address, or the network of an IPv6 address (access 5; ASVS 6.3.1)',
  (address, sender) => {
    expect(senderOf(address)).toBe(sender)
  },
)

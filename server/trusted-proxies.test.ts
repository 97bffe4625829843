import { describe, expect, it } from 'vitest'
import { clientAddress, noProxies, parseTrustedProxies, type TrustedProxies } from './trusted-proxies.ts'

const proxies = parseTrustedProxies('10.0.0.0/8, 192.0.2.7,fd00::/16, ::1') as TrustedProxies

describe('the address of a client (access 11; ASVS 4.1.3)', () => {
  it.each([
    ['without a proxy it is the peer', '203.0.113.9', undefined, '203.0.113.9'],
    ['a peer that is no trusted proxy cannot name another', '203.0.113.9', '1.1.1.1', '203.0.113.9'],
    ['not even a trusted one', '203.0.113.9', '10.0.0.1', '203.0.113.9'],
    ['behind a proxy it is what the proxy saw', '10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['what the client wrote itself, further left, does not count', '10.0.0.1', '9.9.9.9, 1.1.1.1', '1.1.1.1'],
    ['behind two proxies it is the right-most that is not trusted', '10.0.0.1', '9.9.9.9, 1.1.1.1, fd00::2', '1.1.1.1'],
    ['within the trusted networks it is the left-most', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['an entry that is no address ends at the proxy', '10.0.0.1', '1.1.1.1, unknown', '10.0.0.1'],
    ['an empty list too', '10.0.0.1', '', '10.0.0.1'],
    ['ports, brackets and zones are no part', '::1', '[2001:DB8::1]:443', '2001:db8::1'],
    ['of an IPv4 address neither', '::1', '1.1.1.1:5000', '1.1.1.1'],
    ['an IPv4 peer in the notation of IPv6 is the same', '::ffff:10.0.0.1', '1.1.1.1', '1.1.1.1'],
    ['and so is a forwarded one', '192.0.2.7', '::ffff:10.0.0.5', '10.0.0.5'],
    ['a socket that is gone has none', undefined, '1.1.1.1', ''],
  ])('%s', (_, peer, forwardedFor, expected) => {
    expect(clientAddress(peer, forwardedFor, proxies)).toBe(expected)
  })

  it('is the peer where no proxy is trusted', () => {
    expect(clientAddress('127.0.0.1', '1.1.1.1', noProxies)).toBe('127.0.0.1')
  })
})

describe('a list of trusted proxies', () => {
  it.each(['10.0.0.0/33', 'proxy.example', '10.0.0.1/', '::1/129', '1.2.3', '10.0.0.0/8/8', 'fe80::1%eth0', '*'])(
    'with %s names that entry',
    (entry) => expect(parseTrustedProxies(`127.0.0.1, ${entry}`)).toBe(entry),
  )
})

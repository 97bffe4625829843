import { expect, it } from 'vitest'
import { isNetwork, liesIn } from './networks.ts'

it.each([
  ['192.0.2.0/24', true],
  ['192.0.2.1', true],
  ['0.0.0.0/0', true],
  ['2001:db8::/32', true],
  ['::1', true],
  ['192.0.2.0/33', false],
  ['192.0.2.0/', false],
  ['192.0.2.0/08', false],
  ['192.0.2.0/24/1', false],
  ['192.0.2', false],
  ['fe80::1%eth0', false],
  ['example.com', false],
  ['', false],
])('knows what a network is: %s', (text, is) => expect(isNetwork(text)).toBe(is))

it('finds an address in its networks, in either spelling, and an unknown one in none (access 10)', () => {
  expect(liesIn(['198.51.100.0/24', '192.0.2.0/24'], '192.0.2.7')).toBe(true)
  expect(liesIn(['192.0.2.0/24'], '::ffff:192.0.2.7')).toBe(true)
  expect(liesIn(['192.0.2.0/24'], '192.0.3.7')).toBe(false)
  expect(liesIn(['192.0.2.7'], '192.0.2.7')).toBe(true)
  expect(liesIn(['2001:db8::/32'], '2001:db8:1::1')).toBe(true)
  expect(liesIn(['2001:db8::/32'], '192.0.2.7')).toBe(false)
  expect(liesIn(['0.0.0.0/0'], '203.0.113.9')).toBe(true)
  for (const unknown of [null, '', 'unix']) expect(liesIn(['0.0.0.0/0', '::/0'], unknown)).toBe(false)
})

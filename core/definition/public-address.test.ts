import { expect, it } from 'vitest'
import { isAddress, isPublicAddress } from './public-address.ts'

it.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:8.8.8.8',
  '::127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  'fe80::1',
  'fe80::1%eth0',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'ff02::1',
  '2002:7f00:1::',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '3fff::1',
  '100::1',
  '5f00::1',
])('%s is not for everybody', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

it.each([
  '1.1.1.1',
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '192.0.1.1',
  '223.255.255.254',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
])('%s is', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})

it.each([
  '1.2.3',
  '1.2.3.256',
  '1.2.3.04',
  'a.example',
  '1:2',
  '1::2::3',
  '1:2:3:4:5:6:7:8:9',
  '::1::',
  'g::1',
  '1:2:3:4:5:6:7::8',
  '',
])('%s is no address', (text) => {
  expect(isAddress(text)).toBe(false)
  expect(isPublicAddress(text)).toBe(false)
})

it.each(['1.2.3.4', '::', '1:2:3:4:5:6:7:8', '::ffff:1.2.3.4', '2001:db8::'])('%s is one', (text) => {
  expect(isAddress(text)).toBe(true)
})

import { expect, it } from 'vitest'
import { isMailAddress } from './mail-address.ts'

it.each(['ana@example.com', 'ana.b+heddle@mail.example.co.uk', 'x@localhost', "o'neil@example.org"])(
  'takes one mailbox: %s',
  (text) => expect(isMailAddress(text)).toBe(true),
)

it.each([
  '',
  'ana',
  '@example.com',
  'ana@',
  'ana@exa mple.com',
  'ana@example.com, ben@example.com',
  'ana@example.com\r\nBcc: ben@example.com',
  'Ana <ana@example.com>',
  '"a b"@example.com',
  'a..b@example.com',
  'ana@-example.com',
  'ana@example..com',
  `${'a'.repeat(65)}@example.com`,
  `ana@${'a.'.repeat(130)}com`,
])('refuses what is none, or more than one: %j', (text) => expect(isMailAddress(text)).toBe(false))

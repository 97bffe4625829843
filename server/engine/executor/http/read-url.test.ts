import { expect, it } from 'vitest'
import { RequestInvalid, readUrl } from './read-url.ts'

it.each([
  ['https://api.example.com/a?b=c#d', 'https://api.example.com/a?b=c'],
  ['HTTP://API.example.com:80', 'http://api.example.com/'],
  ['https://api.example.com:443/x', 'https://api.example.com/x'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080/'],
  ['http://[::1]:8080/', 'http://[::1]:8080/'],
  ['https://api.example.com/a..b/.c', 'https://api.example.com/a..b/.c'],
])('%s means %s', (text, href) => {
  expect(readUrl(text).href).toBe(href)
})

it.each([
  '',
  ' ',
  null,
  7,
  'ftp://x/',
  'file:///etc/passwd',
  'gopher://x',
  'data:text/plain,x',
  '//evil',
  'http:/x',
  'http:\\\\evil',
  'javascript:alert(1)',
  'http://good@evil/',
  'http://user:word@good/',
  'http://evil\\@good',
  'http://evil\t.com',
  'http://evil\n.com',
  'https://a b/',
  'http://0',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://017700000001/',
  'http://①②⑦.0.0.1/',
  'http://good%2eevil/',
  'http://[::1%0a]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fe80::1%25eth0]/',
  'http://x:99999/',
  'https://bücher.example/',
  'http://x/a/../b',
  'http://x/%2e%2e/b',
  'http://x/.%2E',
  'http://x/./b',
  `http://x/${'a'.repeat(20_000)}`,
])('%j is refused (ASVS 1.2.2)', (text) => {
  expect(() => readUrl(text)).toThrow(RequestInvalid)
})

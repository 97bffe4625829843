import { expect, it } from 'vitest'
import { canonicalId, directoryIdFault } from './canonical-id.ts'

it('is one id however it is spelled', () => {
  for (const spelling of ['ana', 'Ana', ' ANA\t', 'ａｎａ']) expect(canonicalId(spelling)).toBe('ana')
  expect(canonicalId('Jos\u0065\u0301')).toBe(canonicalId('JOS\u00c9'))
})

it('may be a name, an address or a team in any script', () => {
  for (const id of ['ana', 'ana.lopez@example.com', 'credit-2', 'łukasz', '信用'])
    expect(directoryIdFault(id)).toBeNull()
})

it('is refused with what to do when it is empty, too long, holds other signs or means somebody else', () => {
  for (const id of ['', '*', '-x', 'a b', 'a\u202eb', '<b>', 'a,b'])
    expect(directoryIdFault(id)).toMatch(/letters, digits/)
  expect(directoryIdFault('a'.repeat(65))).toMatch(/At most 64/)
  for (const id of ['local', 'engine']) expect(directoryIdFault(id)).toMatch(/Choose another/)
})

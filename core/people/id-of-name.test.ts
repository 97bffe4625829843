import { expect, it } from 'vitest'
import { directoryIdFault } from './canonical-id.ts'
import { idOfName } from './id-of-name.ts'

it('suggests an id that the directory takes', () => {
  expect(idOfName('Ana')).toBe('ana')
  expect(idOfName('Ana López')).toBe('ana.lopez')
  expect(idOfName('  Credit & Risk (EU) ')).toBe('credit.risk.eu')
  expect(idOfName('x'.repeat(100))).toHaveLength(64)
  for (const name of ['Ana', 'Jean-Luc Ó Briain', '信用']) expect(directoryIdFault(idOfName(name))).toBeNull()
})

it('suggests nothing where there is nothing to make an id of', () => {
  expect(idOfName('…')).toBe('')
})

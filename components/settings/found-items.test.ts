import { expect, it } from 'vitest'
import { foundItems } from './found-items.ts'

const people = [
  { name: 'Zoë Åström', email: 'zoe@example.com' },
  { name: 'Łukasz Wójcik', email: null },
  { name: 'ليلى الحسيني', email: 'layla@example.com' },
  { name: '山本 さくら', email: 'sakura@example.com' },
]
const found = (search: string) => foundItems(people, search, ({ name, email }) => [name, email]).map(({ name }) => name)

it('finds people in any script by words of their name or address, without marks too (access 22)', () => {
  expect(found('zoe ast')).toEqual(['Zoë Åström'])
  expect(found('WÓJC')).toEqual(['Łukasz Wójcik'])
  expect(found('الحسيني')).toEqual(['ليلى الحسيني'])
  expect(found('山本')).toEqual(['山本 さくら'])
  expect(found('example.com')).toHaveLength(3)
  expect(found('zoe 山本')).toEqual([])
  expect(found('  ')).toHaveLength(4)
})

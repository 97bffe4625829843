import { expect, test } from 'vitest'
import { aboutOf } from './about.ts'

test('a run is told by up to three short values of its input, names before numbers before truth values', () => {
  const input = {
    amount: 120,
    urgent: true,
    note: ' ',
    items: [1],
    order_id: 'A-17',
    customer: 'Weaver',
    shop: 'North',
  }
  expect(aboutOf(input)).toEqual([
    { name: 'order_id', value: 'A-17' },
    { name: 'customer', value: 'Weaver' },
    { name: 'amount', value: '120' },
  ])
  expect(aboutOf({ urgent: false, number: 7 })).toEqual([
    { name: 'number', value: '7' },
    { name: 'urgent', value: 'false' },
  ])
  expect(aboutOf(['A-17'])).toEqual([])
  expect(aboutOf(null)).toEqual([])
})

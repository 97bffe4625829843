import { expect, it } from 'vitest'
import { functionNeeds } from './function-needs.ts'

const about = {
  file: 'orders.ts',
  path: '/orders.ts',
  line: 1,
  doc: null,
  signature: '',
  parameters: [],
  returns: null,
  returnsDoc: null,
}

it('knows what a function needs by either spelling of its name, and nothing of what its source does not say', () => {
  const reads = { type: 'object', properties: { id: {}, note: {} }, required: ['id'] }
  const needsOf = functionNeeds([
    { ...about, name: 'orders.take_order', reads, result: null },
    { ...about, name: 'orders.count', reads: null, result: null },
  ])
  expect(needsOf('orders.takeOrder')).toEqual(['id'])
  expect(needsOf('orders.count')).toEqual([])
  expect(needsOf('orders.other')).toEqual([])
})

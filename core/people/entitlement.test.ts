import { expect, test } from 'vitest'
import { type Entitled, isExcluded, mayDecide } from './entitlement.ts'

const noPerson: Entitled = { assignees: null, groups: null, excluded: null, escalated_to: null, delegates: null }
const credit: Entitled = { ...noPerson, assignees: ['ana'], groups: ['credit'] }

test('people by name, members of a group, those asked later and those it was passed to may decide; anybody where nobody is named', () => {
  expect(mayDecide({ id: ' Ana', groups: [] }, credit)).toBe(true)
  expect(mayDecide({ id: 'ben', groups: ['credit'] }, credit)).toBe(true)
  expect(mayDecide({ id: 'ben', groups: ['sales'] }, credit)).toBe(false)
  expect(mayDecide({ id: 'ben', groups: ['sales'] }, { ...credit, escalated_to: ['sales'] })).toBe(true)
  expect(mayDecide({ id: 'ben', groups: [] }, { ...credit, delegates: ['ben'] })).toBe(true)
  expect(mayDecide({ id: 'ben', groups: ['*'] }, credit)).toBe(true)
  expect(mayDecide({ id: 'ben', groups: [] }, noPerson)).toBe(true)
  expect(mayDecide({ id: 'ben', groups: ['sales'] }, { ...noPerson, groups: ['credit'] })).toBe(false)
})

test('nobody may who is excluded, by name or by a group, whatever else they are', () => {
  const task = { ...credit, excluded: ['ana', 'auditors'] }
  expect(mayDecide({ id: 'ANA', groups: ['*'] }, task)).toBe(false)
  expect(mayDecide({ id: 'ben', groups: ['credit', 'auditors'] }, task)).toBe(false)
  expect(isExcluded({ id: 'ben', groups: ['credit'] }, task)).toBe(false)
  expect(isExcluded({ id: 'ben', groups: [] }, noPerson)).toBe(false)
})

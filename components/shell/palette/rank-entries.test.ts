import { expect, test } from 'vitest'
import { mostOfGroup, rankEntries } from './rank-entries.ts'

const line = (group: string, label: string, more = {}) => ({ group, label, ...more })
const ranked = (entries: readonly ReturnType<typeof line>[], typed: string) =>
  rankEntries(entries, typed).map(({ group, entries: found }) => [group, ...found.map(({ label }) => label)])

test('the group with the best line is first, and in it the best line', () => {
  const entries = [
    line('Workflows', 'Invoice approval'),
    line('Workflows', 'Refund'),
    line('Steps', 'Reject'),
    line('Steps', 'Approve'),
  ]
  expect(ranked(entries, 'approve')).toEqual([
    ['Steps', 'Approve'],
    ['Workflows', 'Invoice approval'],
  ])
})

test('a page of the documentation comes after a step that fits less', () => {
  const entries = [line('Documentation', 'Approve', { weight: 0.4 }), line('Steps', 'Approval')]
  expect(ranked(entries, 'approve')).toEqual([
    ['Steps', 'Approval'],
    ['Documentation', 'Approve'],
  ])
})

test('what the server has found stays, behind what fits by its name', () => {
  const entries = [line('Runs', 'Order · Weaver', { isFound: true }), line('Runs', 'Other', { isFound: true })]
  expect(ranked(entries, 'weaver')).toEqual([['Runs', 'Order · Weaver', 'Other']])
})

test('a group shows as many lines as leave room for the others', () => {
  const many = Array.from({ length: 30 }, (_, index) => line('Steps', `Step ${index}`))
  expect(rankEntries(many, 'step')[0]?.entries).toHaveLength(mostOfGroup)
})

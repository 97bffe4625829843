import { expect, it } from 'vitest'
import { countFilters, inboxQuery, isFiltered, noFilter } from './inbox-query.ts'

it('asks for what the address says, and for nothing else', () => {
  expect(inboxQuery('available', 'due', noFilter)).toEqual({ scope: 'available', sort: 'due' })
  expect(inboxQuery('done', 'due', { ...noFilter, q: ' loan ' })).toEqual({ scope: 'done', filter: { search: 'loan' } })
  expect(
    inboxQuery('all', 'priority', { ...noFilter, workflow: 'Loan', holder: 'id:ana', due: 'late', followUp: 'later' }),
  ).toEqual({
    scope: 'all',
    sort: 'priority',
    filter: { workflow: 'Loan', holder: 'id:ana', due: 'late', followUp: 'later' },
  })
})

it('reads a priority as a span around the usual one', () => {
  const of = (priority: string) => inboxQuery('all', 'due', { ...noFilter, priority }).filter
  expect(of('high')).toEqual({ priorityFrom: 51 })
  expect(of('usual')).toEqual({ priorityFrom: 50, priorityTo: 50 })
  expect(of('low')).toEqual({ priorityTo: 49 })
})

it('takes no notice of what means nothing', () => {
  const filter = { ...noFilter, holder: 'whoever', due: 'yesterday', priority: '9', followUp: 'x' }
  expect(inboxQuery('all', 'due', filter)).toEqual({ scope: 'all', sort: 'due' })
})

it('counts the conditions beside the search', () => {
  expect(countFilters({ ...noFilter, q: 'x', due: 'late', queue: 'A' })).toBe(2)
  expect(isFiltered({ ...noFilter, q: '  ' })).toBe(false)
  expect(isFiltered({ ...noFilter, q: 'x' })).toBe(true)
  expect(isFiltered({ ...noFilter, group: 'credit' })).toBe(true)
})

import { expect, it } from 'vitest'
import type { BulkOperation } from '#components/api/models.ts'
import { limits } from '#core/limits.ts'
import { bulkSentence, causeTitle, moreCausesWords, tooManyChosen, tooManyLeftOut, wholeWords } from './bulk-words.ts'

const operation = (more: Partial<BulkOperation>): BulkOperation => ({
  id: 'x',
  verb: { type: 'retry' },
  filter: null,
  askedBy: 'You',
  mayCancel: true,
  state: 'ended',
  total: 1_200,
  done: 1_200,
  refused: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  endedAt: '2026-01-01T00:01:00.000Z',
  ...more,
})

it('says where an operation over many runs stands', () => {
  expect(bulkSentence(operation({ state: 'running', done: 5 }))).toBe('Retrying 1,200 runs')
  expect(bulkSentence(operation({}))).toBe('Retried 1,200 runs')
  expect(bulkSentence(operation({ verb: { type: 'rerun', version: 'newest', results: 'kept' } }))).toBe(
    'Ran again 1,200 runs on the newest version',
  )
  expect(bulkSentence(operation({ done: 1, refused: 1_199 }))).toBe('Retried 1 run, 1,199 refused')
  expect(bulkSentence(operation({ state: 'cancelled', verb: { type: 'cancel' }, done: 200 }))).toBe(
    'Cancelled 200 runs, 1,000 skipped',
  )
  expect(bulkSentence(operation({ state: 'cancelled', verb: { type: 'cancel' }, done: 200, endedAt: null }))).toBe(
    'Cancelled 200 runs, stopping once the runs already asked have responded',
  )
})

it('says what a preview stands for, and what it leaves out', () => {
  const cause = { workflow: 'Order', step: 'Pay', code: 'HTTP_404', count: 30, runId: 'x' }
  expect(causeTitle(cause)).toBe('30 runs of Order, failed at Pay by HTTP_404')
  expect(causeTitle({ ...cause, count: 1, step: null, code: null })).toBe('1 run of Order')
  expect(moreCausesWords(1)).toBe('One more cause is not shown here.')
  expect(moreCausesWords(2)).toBe('2 more causes are not shown here.')
})

it('says before anything is asked for that too many are chosen one by one', () => {
  expect(tooManyChosen(limits.bulk.selected)).toBeNull()
  expect(tooManyChosen(limits.bulk.selected + 1)).toMatch(/^You can select at most 1,000 /)
  expect(tooManyLeftOut(limits.bulk.selected)).toBeNull()
  expect(tooManyLeftOut(limits.bulk.selected + 1)).toMatch(/^You can deselect at most 1,000/)
})

it('says what of a filter is meant', () => {
  expect(wholeWords('60 runs', 0)).toBe('All 60 runs in this filter')
  expect(wholeWords('more than 10,000 runs', 1)).toBe(
    'All more than 10,000 runs in this filter, except 1 run deselected',
  )
  expect(wholeWords(undefined, 2)).toBe('All runs in this filter, except 2 runs deselected')
})

import { expect, it } from 'vitest'
import type { BulkOperation } from '#components/api/models.ts'
import { bulkSentence } from './bulk-words.ts'

const operation = (more: Partial<BulkOperation>): BulkOperation => ({
  id: 'x',
  verb: { type: 'retry' },
  filter: null,
  askedBy: 'You',
  state: 'ended',
  total: 1_200,
  done: 1_200,
  refused: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
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
    'Cancelled 200 runs, 1,000 left alone',
  )
})

import { expect, it } from 'vitest'
import type { HumanTaskSummary } from '#components/api/models.ts'
import { countInWords, failedAfter, inParts, resultWords, taskKinds } from './task-kinds.ts'

const task = (workflow: string, version: number, step: string) =>
  ({ workflow, version, step, taskId: `${workflow} ${version} ${step}` }) as HumanTaskSummary

it('sorts tasks by the form that asks them, the most frequent first', () => {
  const kinds = taskKinds([task('Loan', 1, 'Approve'), task('Refund', 1, 'Approve'), task('Refund', 1, 'Approve')])
  expect(kinds.map(({ label, tasks }) => [label, tasks.length])).toEqual([
    ['Refund · Approve', 2],
    ['Loan · Approve', 1],
  ])
  expect(taskKinds([task('Loan', 1, 'Approve'), task('Loan', 2, 'Approve')])).toHaveLength(2)
})

it('asks for as many at once as the server takes', () => {
  expect(inParts(Array.from({ length: 250 }, (_, index) => index)).map((part) => part.length)).toEqual([100, 100, 50])
  expect(inParts([])).toEqual([])
})

it('says of each what became of it', () => {
  expect(resultWords({ outcome: 'decided' })).toMatchObject({ word: 'Decided', isOver: true })
  expect(resultWords({ outcome: 'approved', approvals: 1, required: 3 }).message).toBe('1 of 3; more approvals needed.')
  expect(resultWords({ outcome: 'accepted', operationId: 'x' })).toMatchObject({ tone: 'async' })
  expect(resultWords({ outcome: 'already_decided', by: 'Ben', at: null }).message).toBe('Ben already decided it.')
  expect(resultWords({ outcome: 'already_decided', by: null, at: null }).message).toBe('The task was closed.')
  expect(
    resultWords({ outcome: 'changed', by: 'Ben', at: null, sentence: 'Ben claimed it.', revision: 2 }),
  ).toMatchObject({ message: 'Ben claimed it.', isOver: false })
  const errors = [
    { path: 'note', message: 'Too long.' },
    { path: '', message: 'Not an object.' },
  ]
  expect(resultWords({ outcome: 'invalid', errors }).message).toBe('note: Too long. Not an object.')
  expect(resultWords({ outcome: 'refused', code: 'CONFLICT', message: 'Claimed by Ben.' })).toMatchObject({
    tone: 'failed',
    message: 'Claimed by Ben.',
  })
})

it('counts them for the heading', () => {
  expect(countInWords([{ outcome: 'decided' }, { outcome: 'decided' }])).toBe('All 2 decided')
  expect(countInWords([{ outcome: 'decided' }, { outcome: 'already_decided', by: 'Ben', at: null }])).toBe(
    '1 decided, 1 not',
  )
})

it('says how far a decision for many came before the trouble', () => {
  expect(failedAfter(0, 300, 'The server did not answer.')).toBe('The server did not answer.')
  expect(failedAfter(100, 300, 'The server did not answer.')).toBe(
    'The server did not answer. 100 of 300 were answered before that.',
  )
})

import { expect, it } from 'vitest'
import { bulkVerbOf } from './bulk-choice.ts'

const choice = { reason: ' fixed ', version: 'own', results: 'none', compensate: false } as const

it('a retry stays with each run, unless it is on the newest version: then new runs go on', () => {
  expect(bulkVerbOf('retry', choice)).toEqual({ type: 'retry', reason: 'fixed' })
  expect(bulkVerbOf('retry', { ...choice, version: 'newest' })).toEqual({
    type: 'rerun',
    version: 'newest',
    results: 'kept',
    reason: 'fixed',
  })
})

it('says of the others what was chosen for them', () => {
  expect(bulkVerbOf('rerun', { ...choice, reason: '' })).toEqual({ type: 'rerun', version: 'own', results: 'none' })
  expect(bulkVerbOf('cancel', choice)).toEqual({ type: 'cancel', reason: 'fixed' })
  expect(bulkVerbOf('cancel', { ...choice, compensate: true })).toMatchObject({ compensate: true })
  expect(bulkVerbOf('skip', choice)).toEqual({ type: 'skip', reason: 'fixed' })
})

import { expect, it } from 'vitest'
import { bulkVerbOf, mayTake } from './bulk-choice.ts'

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

it('only what a run of a status may take is offered for it', () => {
  const verbs = ['retry', 'rerun', 'skip', 'resume', 'acknowledge', 'pause', 'rollback', 'cancel'] as const
  const offered = (status: string) => verbs.filter((verb) => mayTake(verb, status)).join(' ')
  expect(offered('FAILED')).toBe('retry rerun skip acknowledge rollback')
  expect(offered('COMPLETED')).toBe('rerun acknowledge')
  expect(offered('WAITING_HUMAN_INPUT')).toBe('rerun skip resume pause cancel')
})

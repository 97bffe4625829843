import { expect, it } from 'vitest'
import { answerDraftOf, storeAnswerDraft } from './answer-drafts.ts'

it('keeps what was typed for each task until it is sent', () => {
  storeAnswerDraft('a', { note: 'x' })
  storeAnswerDraft('b', { note: 'y' })
  storeAnswerDraft('a', { note: 'xy' })
  expect([answerDraftOf('a'), answerDraftOf('b')]).toEqual([{ note: 'xy' }, { note: 'y' }])
  storeAnswerDraft('a', undefined)
  expect([answerDraftOf('a'), answerDraftOf('b')]).toEqual([undefined, { note: 'y' }])
})

it('forgets the oldest when there are too many', () => {
  for (let index = 0; index < 250; index += 1) storeAnswerDraft(`task ${index}`, index)
  expect(answerDraftOf('task 0')).toBeUndefined()
  expect(answerDraftOf('task 249')).toBe(249)
  expect(answerDraftOf('task 50')).toBe(50)
  expect(answerDraftOf('task 49')).toBeUndefined()
})

import { expect, test } from 'vitest'
import { describeEvent } from './describe-event.ts'
import { error, sentences, visit } from './testing/event-sentences.ts'

test.each(sentences.map(([body, sentence]) => [sentence, body] as const))('%s', (sentence, body) => {
  expect(describeEvent({ seq: 1, at: 0, ...body })).toBe(sentence)
})

test('no text of a user changes the direction of the sentence around it', () => {
  const broke = { ...error, message: '\u202Eekorb tI' }
  const failed = {
    type: 'workflow.compensation.failed',
    ...visit,
    payload: { error: broke, will_retry: false },
  } as const
  expect(describeEvent({ seq: 1, at: 0, ...failed })).toBe('Undoing A failed: ⟨U+202E⟩ekorb tI')
})

import { expect, it } from 'vitest'
import { wordKey } from './word-key.ts'

const press = (key: string, ctrlKey = false, metaKey = false) => ({ key, ctrlKey, metaKey })

it('ends the word that is still being typed before the form is sent', () => {
  expect(wordKey(press('Enter', true), 'urgent')).toBe('end-and-send')
  expect(wordKey(press('Enter', false, true), 'urgent')).toBe('end-and-send')
})

it('ends a word by Enter or a comma, and takes the last one back by Backspace in an empty box', () => {
  expect(wordKey(press('Enter'), 'urgent')).toBe('end')
  expect(wordKey(press(','), 'urgent')).toBe('end')
  expect(wordKey(press('Backspace'), '')).toBe('take-back')
  expect(wordKey(press('Backspace'), 'urgent')).toBeNull()
  expect(wordKey(press('u'), '')).toBeNull()
})
